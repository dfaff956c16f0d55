/// 64-bit FNV-1a over canonical scalars, by which words are looked up. A deliberate collision gains nothing: it makes a
/// word match a phrase that the sender could simply write.
struct WordHash: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ scalar: UInt32) {
    value = (value ^ UInt64(scalar)) &* 0x100_0000_01B3
  }

  init() {}

  init(_ scalars: some Collection<UInt32>) {
    for scalar in scalars { combine(scalar) }
  }
}

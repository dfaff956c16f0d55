/// Punycode (RFC 3492).
enum Punycode {
  private static let base = 36
  /// Scalars; a label in DNS has 63 bytes.
  private static let maximum = 63

  /// - Parameter label: In small letters.
  /// - Returns: Without "xn--"; nil if the label is too long for DNS.
  static func encoded(_ label: [Unicode.Scalar]) -> String? {
    guard label.count <= maximum else { return nil }
    var output = label.filter(\.isASCII).map { Character($0) }
    var handled = output.count
    let basic = handled
    if basic > 0 { output.append("-") }
    var next = 0x80
    var delta = 0
    var bias = 72
    while handled < label.count {
      guard let lowest = label.lazy.map({ Int($0.value) }).filter({ $0 >= next }).min() else { return nil }
      delta += (lowest - next) * (handled + 1)
      next = lowest
      for scalar in label {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        var rest = delta
        for step in stride(from: base, to: .max, by: base) {
          let threshold = min(max(step - bias, 1), 26)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return String(output)
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > 455 {
      delta /= base - 1
      steps += base
    }
    return steps + base * delta / (delta + 38)
  }
}

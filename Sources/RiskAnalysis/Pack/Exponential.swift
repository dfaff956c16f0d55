#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The one function of the C library that the model needs.
enum Exponential {
  static func exp(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.exp(value)
    #else
      Musl.exp(value)
    #endif
  }
}

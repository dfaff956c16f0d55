#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The two functions of the C library that the model needs.
enum Exponential {
  static func exp(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.exp(value)
    #else
      Musl.exp(value)
    #endif
  }

  static func log(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.log(value)
    #else
      Musl.log(value)
    #endif
  }
}

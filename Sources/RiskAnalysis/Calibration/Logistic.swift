#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The logistic function and the natural logarithm, from the C library.
enum Logistic {
  /// The probability for log-odds: 1 / (1 + e^-x).
  static func sigmoid(_ logOdds: Double) -> Double {
    #if canImport(Glibc)
      1 / (1 + Glibc.exp(-logOdds))
    #else
      1 / (1 + Musl.exp(-logOdds))
    #endif
  }

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

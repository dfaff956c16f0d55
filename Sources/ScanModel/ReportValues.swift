/// A value that is null in JSON if it is unknown, never missing as in the synthesized form. It may be missing when
/// read: reports of earlier versions lack some. Used in this module only, which has what decodes it.
@propertyWrapper
package struct OrNull<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
  package init(from decoder: any Decoder) throws { wrappedValue = try Value?(from: decoder) }
  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// A number that is rounded in JSON, so that reports contain no meaningless digits.
@propertyWrapper
package struct Rounded<let places: Int>: Codable, Sendable, Hashable {
  package var wrappedValue: Double

  package init(wrappedValue: Double) { self.wrappedValue = wrappedValue }
  package init(from decoder: any Decoder) throws { wrappedValue = try Double(from: decoder) }
  package func encode(to encoder: any Encoder) throws { try wrappedValue.rounded(toPlaces: places).encode(to: encoder) }
}

/// Both.
@propertyWrapper
package struct RoundedOrNull<let places: Int>: Codable, Sendable, Hashable {
  package var wrappedValue: Double?

  package init(wrappedValue: Double?) { self.wrappedValue = wrappedValue }
  package init(from decoder: any Decoder) throws { wrappedValue = try Double?(from: decoder) }
  package func encode(to encoder: any Encoder) throws {
    try (wrappedValue?.rounded(toPlaces: places)).encode(to: encoder)
  }
}

/// The synthesized initializers use these instead of `decode(_:forKey:)`, which insists on the key.
extension KeyedDecodingContainer {
  func decode<Value>(_: OrNull<Value>.Type, forKey key: Key) throws -> OrNull<Value> {
    OrNull(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }

  func decode<let places: Int>(_: RoundedOrNull<places>.Type, forKey key: Key) throws -> RoundedOrNull<places> {
    RoundedOrNull(wrappedValue: try decodeIfPresent(Double.self, forKey: key))
  }
}

extension Double {
  package func rounded(toPlaces places: Int) -> Double {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}

package enum TextRedactor { package static func redact(_ text: String) -> String { text } }

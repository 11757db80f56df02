extension DecodingError {
  /// What is wrong, and where inside the value, for a person.
  var words: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      EncodingError.words(context.codingPath, context.debugDescription)
    @unknown default: "\(self)"
    }
  }
}

extension EncodingError {
  var words: String {
    switch self {
    case .invalidValue(_, let context): Self.words(context.codingPath, context.debugDescription)
    @unknown default: "\(self)"
    }
  }

  fileprivate static func words(_ path: [any CodingKey], _ description: String) -> String {
    let place = path.map(\.stringValue).joined(separator: ".")
    return place.isEmpty ? description : "\(place): \(description)"
  }
}

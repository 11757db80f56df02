/// The kinds of change; a record that is both updated and moved is `updated`.
package enum ChangeKind: String, Sendable, CaseIterable {
  /// In the source only.
  case deleted
  /// In the target only.
  case inserted
  /// In both, with another content.
  case updated
  /// In both with equal content, at another place.
  case moved

  /// Another word that is taken for the kind wherever one is named; what is written is the raw value.
  package var synonym: String? {
    switch self {
    case .deleted: "removed"
    case .inserted: "added"
    case .updated: "changed"
    case .moved: nil
    }
  }

  package init?(word: String) {
    guard let kind = Self.allCases.first(where: { [$0.rawValue, $0.synonym].contains(word) }) else { return nil }
    self = kind
  }

  package static var synonyms: [String] { allCases.compactMap(\.synonym) }
}

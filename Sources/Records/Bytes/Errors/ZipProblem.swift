import Platform

/// What is wrong with a zip archive, or with what is asked of it.
package enum ZipProblem: Sendable, Equatable {
  /// The file is none.
  case noArchive
  /// Several files are in it, or none, where one was wanted.
  case several([String])
  /// No such file is in it; those that are.
  case noMember(String, [String])
  /// The file is encrypted with a password.
  case encrypted
  /// The file is packed in a way that is not known here.
  case unknownMethod(Int)

  /// So many names are listed.
  private static let mostNames = 20

  /// What is wrong, as one line.
  var reason: String {
    switch self {
    case .noArchive: "this is no zip archive"
    case .several([]): "there is no file in the zip archive"
    case .several(let names):
      "there are \(names.count) files in the zip archive: \(Self.list(names))"
    case .noMember(let name, let names):
      "there is no '\(name)' in the zip archive\(Suggestion.phrase(for: name, among: names)); "
        + "there are: \(Self.list(names))"
    case .encrypted: "it is encrypted in the zip archive"
    case .unknownMethod(let number):
      "the zip archive packs it by method \(number), which is not known here"
    }
  }

  /// What would help.
  ///
  /// - Parameter archive: The archive's path; `nil` for standard input.
  func hint(of archive: String?) -> Hint? {
    guard let archive else { return nil }
    return switch self {
    case .several(let names):
      names.first.map { Hint("\("\(archive)!\($0)".shellWord) reads one of them") }
    case .encrypted, .unknownMethod: "unzip or 7z unpacks it"
    case .noArchive, .noMember: nil
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(mostNames).joined(separator: ", ") + (names.count > mostNames ? ", …" : "")
  }
}

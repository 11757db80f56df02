package enum OutputError: Error, Equatable, CustomStringConvertible {
  case address(String)
  case compressed(String, suffix: String)
  case danglingLink(String)
  /// It is a file that is read: of which kind, and by which name.
  case overwrites(String, kind: String, file: String)

  package var description: String {
    switch self {
    case .address(let name): "cannot write \(name): it is an address, and only files are written"
    case .compressed(let name, _): "\(name): what is written is not compressed"
    case .danglingLink(let name): "cannot write \(name): it is a link that leads nowhere"
    case .overwrites(let name, let kind, let file): "the output \(name) is the \(kind) \(file)"
    }
  }
}

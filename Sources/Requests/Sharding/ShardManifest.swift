import Comparing
import Records

/// The plan of a comparison in pieces, as its directory keeps it.
struct ShardManifest: Sendable, Equatable {
  /// What a plan's steps have in common besides the plan: which records are a shard, and how files are written.
  private static let version = 2

  var program: String
  var directory: String
  var arguments: [String]
  var shards: Int
  var source: Int
  var target: Int
  /// What tells the records apart, where the rules leave it to a search; `nil` where they do not.
  var choice: KeyChoice?
  var files: [FileStamp]
  var secrets: [UInt64]

  func isSame(as other: ShardManifest) -> Bool {
    var other = other
    other.secrets = secrets
    return self == other
  }

  var json: [UInt8] {
    JSONEmitter.bytes { json in
      json.object(.lines) {
        json.member("lunadiffShards", Self.version)
        json.member("program", program)
        json.member("directory", directory)
        json.member("arguments", arguments)
        json.member("shards", shards)
        json.member("records") { json.list([source, target]) { json.value($0) } }
        choice?.write(to: json)
        json.member("files") { json.list(files) { $0.write(to: json) } }
        json.member("secrets", secrets.map { String($0, radix: 16) })
      }
    } + [UInt8(ascii: "\n")]
  }

  init?(_ json: Value) {
    guard case .object(let object) = json else { return nil }
    let members = Dictionary(object.members.map { ($0.name.string, $0.value) }) { $1 }
    guard members["lunadiffShards"]?.integer == Self.version, let program = members["program"]?.string,
      let directory = members["directory"]?.string, let arguments = members["arguments"]?.strings,
      let shards = members["shards"]?.integer, let records = members["records"]?.list.map({ $0.compactMap(\.integer) }),
      records.count == 2, let files = members["files"]?.list?.map(FileStamp.init(json:)),
      let secrets = members["secrets"]?.strings?.map({ UInt64($0, radix: 16) }), (1...ShardLayout.most).contains(shards)
    else { return nil }
    (self.program, self.directory, self.arguments) = (program, directory, arguments)
    (self.shards, source, target) = (shards, records[0], records[1])
    choice = KeyChoice(members)
    self.files = files.compactMap { $0 }
    self.secrets = secrets.compactMap { $0 }
    guard self.files.count == files.count, self.secrets.count == FingerprintSecrets.count else { return nil }
  }
}

extension ShardManifest {
  init(
    program: String, directory: String, arguments: [String], shards: Int, counts: Sides<Int>, choice: KeyChoice?,
    files: [FileStamp]
  ) {
    (self.program, self.directory, self.arguments) = (program, directory, arguments)
    (self.shards, source, target) = (shards, counts.source, counts.target)
    (self.choice, self.files) = (choice, files)
    var generator = SystemRandomNumberGenerator()
    secrets = (0..<FingerprintSecrets.count).map { _ in generator.next() }
  }
}

extension KeyChoice {
  /// Writes what a search has come to: `key` and its gaps by side, or what came nearest and how near.
  fileprivate func write(to json: JSONEmitter) {
    switch self {
    case .found(let columns, let gaps):
      json.member("key", columns)
      json.member("figures") { json.list([gaps.source, gaps.target]) { json.value($0) } }
    case .notFound(let nearest):
      json.member("key", [String]())
      guard let nearest else { return }
      json.member("nearest", nearest.columns)
      json.member("figures") { json.list([nearest.certain, nearest.possible]) { json.value($0) } }
    case .given, .wholeRecord, .function: break
    }
  }

  fileprivate init?(_ members: [String: Value]) {
    guard let key = members["key"]?.strings else { return nil }
    let figures = members["figures"]?.list?.compactMap(\.integer) ?? []
    if key.isEmpty, let columns = members["nearest"]?.strings, figures.count == 2 {
      self = .notFound(nearest: NearKey(columns: columns, certain: figures[0], possible: figures[1]))
    } else if !key.isEmpty, figures.count == 2 {
      self = .found(key, gaps: Sides(source: figures[0], target: figures[1]))
    } else {
      self = key.isEmpty ? .notFound() : .found(key)
    }
  }
}

extension FileStamp {
  fileprivate func write(to json: JSONEmitter) {
    json.list {
      json.value(path)
      json.value(size)
      json.value(String(checksum, radix: 16))
      json.value(modified)
    }
  }

  fileprivate init?(json: Value) {
    guard let parts = json.list, parts.count == 4, let path = parts[0].string, let size = parts[1].integer,
      let hex = parts[2].string, let checksum = UInt64(hex, radix: 16), let modified = parts[3].integer
    else { return nil }
    self.init(path: path, size: size, checksum: checksum, modified: modified)
  }
}

extension Value {
  fileprivate var integer: Int? { if case .number(let number) = self { Int(number.string) } else { nil } }

  fileprivate var string: String? { if case .text(let text) = self { text.string } else { nil } }

  fileprivate var list: [Value]? { if case .array(let array) = self { array.elements } else { nil } }

  fileprivate var strings: [String]? {
    list.flatMap { values in
      let texts = values.compactMap(\.string)
      return texts.count == values.count ? texts : nil
    }
  }
}

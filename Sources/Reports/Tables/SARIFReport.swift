import Comparing
import Platform
import Records

/// The result for code hosts, which show it beside the lines of the files: the Static Analysis Results Interchange
/// Format, SARIF 2.1.0 (OASIS, 2020).
///
/// A change is a result: its rule is the kind, its place the file and the line where the record begins, of one that is
/// gone the old one. Its fingerprint is a digest of kind and key, by which a host knows it in the next run. Changes that
/// count are errors, others notes; accepted ones are suppressed.
struct SARIFReport {
  private let comparison: Comparison
  private let options: ReportOptions
  private let out: OutputBuffer
  private let json: JSONEmitter
  private let listing: ChangeListing
  private let counting: Set<CountedChange>

  /// GitHub keeps this many results.
  private static let usualLimit = 5_000

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    (self.comparison, self.out) = (comparison, out)
    var options = options
    for kind in Change.Kind.allCases { options.limit.named[kind] = options.limit[kind] ?? Self.usualLimit }
    (options.groups, options.color, options.width) = (false, false, 400)
    self.options = options
    json = JSONEmitter(out)
    listing = ChangeListing(comparison, options)
    counting = Set(options.thresholds.counting(comparison))
  }

  func write() throws {
    try json.object(.lines) {
      json.member(named: "$schema")
      json.value("https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      try json.member("runs") {
        try json.list {
          try json.object {
            appendTool()
            appendInvocation()
            try json.member("results") { try json.list(.lines) { try appendResults() } }
          }
        }
      }
    }
    out.append("\n")
  }

  // MARK: What was run

  /// What a result may be about.
  private static let rules = [
    ("deleted", "A record is missing that was there."),
    ("inserted", "A record is new."),
    ("updated", "A record has other values than before."),
    ("moved", "A record stands in another place among the others."),
    ("columns", "A column came or went."),
    ("schema", "A column has another type, is empty where none was, or stands elsewhere."),
    ("section", "A section came, went, moved or changed."),
  ]

  private func appendTool() {
    json.object("tool") {
      json.object("driver") {
        json.member("name", "LunaDiff")
        json.member("rules") {
          json.list(Self.rules) { rule, summary in
            json.object {
              json.member("id", rule)
              json.object("shortDescription") { json.member("text", summary) }
            }
          }
        }
      }
    }
  }

  /// What else is to be said: what was compared, the rules that held, notes, and how many changes are left out.
  private func appendInvocation() {
    let notes = comparison.noteLines(options).map { ("note", $0) }
    let left = listing.remaining.map { ("warning", "\(Grouped.number($0.count)) more \($0.kind.rawValue), not listed") }
    json.member("invocations") {
      json.list {
        json.object {
          json.member("executionSuccessful", true)
          json.member("toolExecutionNotifications", ifAny: notes + left) { level, text in
            json.object {
              json.member("level", level)
              json.object("message") { json.member("text", text) }
            }
          }
        }
      }
    }
  }

  // MARK: Results

  private func appendResults() throws {
    appendColumns()
    for kind in Change.Kind.allCases where options.show.contains(kind) {
      for name in comparison.sectionWords(changed: kind) {
        appendResult("section", CountedChange(kind), "section \(kind.rawValue): \(name)") {
          appendLocations([(comparison.readTables[kind == .deleted ? .source : .target].name, nil)])
        }
      }
    }
    let text = OutputBuffer()
    let (reader, words) = (ChangeReader(comparison), try TextReport(comparison, options, text))
    var lines = Sides { comparison.readTables[$0].makeLineCursor() }
    var seen: [String: Int] = [:]
    try listing.forEach { _, entry in
      try words.append(entry)
      // Behind the mark of the kind.
      let message = String(decoding: text.takeBytes(from: 0).dropFirst(2), as: UTF8.self)
      let sides: [Side] = entry.kind == .deleted ? [.source] : entry.kind == .inserted ? [.target] : [.target, .source]
      let groups = reader.groupReader?.groups(reader.records(of: entry))
      let places = sides.map { side in
        // Of a group where its first record is.
        let record = groups?[side]?.records.first.map { Int($0) } ?? reader.record(of: entry, side)
        return (comparison.readTables[side].fileName(of: record), lines[side].line(of: record))
      }
      let digest = "\(entry.kind.rawValue):\(String(try reader.keyDigest(of: entry), radix: 16))"
      seen[digest, default: 0] += 1
      appendResult(entry.kind.rawValue, CountedChange(entry.kind), message.trimmedLines) {
        appendLocations(places)
        json.object("partialFingerprints") {
          json.member(named: "lunadiffRecord/v1")
          json.value("\(digest):\(seen[digest] ?? 1)")
        }
        guard comparison.isAccepted(entry) else { return }
        json.member("suppressions") { json.list { json.object { json.member("kind", "external") } } }
      }
      try out.checkpoint()
    }
  }

  private func appendColumns() {
    let changes = comparison.columnChanges
    let kind: CountedChange = counting.contains(.schema) ? .schema : .columns
    for (side, names, word) in [(Side.source, changes.deleted, "removed"), (.target, changes.inserted, "added")] {
      for name in names {
        appendResult("columns", kind, "column \(word): \(DisplayText(name).text(within: 200))") {
          appendLocations([(comparison.readTables[side].name, 1)])
        }
      }
    }
    let schema = comparison.schema
    let words = (schema?.columns ?? []).filter(\.isBreaking).map { $0.sentence($0.path, hidesCounts: false) }
    for text in words + (schema?.reordered ?? []).map({ "\($0) stands elsewhere among the columns" }) {
      appendResult("schema", .schema, text) { appendLocations([(comparison.readTables[.target].name, 1)]) }
    }
  }

  private func appendResult(_ rule: String, _ kind: CountedChange, _ message: String, _ more: () -> Void) {
    json.object {
      json.member("ruleId", rule)
      json.member("level", counting.contains(kind) ? "error" : "note")
      json.object("message") { json.member("text", message) }
      more()
    }
  }

  /// Writes where to look, and below it the other side's place.
  private func appendLocations(_ places: [(file: String, line: Int?)]) {
    for (name, place) in zip(["locations", "relatedLocations"], places) {
      guard let address = Self.address(of: place.file) else { continue }
      json.member(named: name)
      json.list {
        json.object {
          json.object("physicalLocation") {
            json.object("artifactLocation") { json.member("uri", address) }
            if let line = place.line { json.object("region") { json.member("startLine", line) } }
          }
        }
      }
    }
  }

  /// A file's name as an address (RFC 3986), of `REV:PATH` the path; `nil` for standard input.
  private static func address(of name: String) -> String? {
    guard name != InputName.standardInput else { return nil }
    let path = GitVersion(input: name)?.path ?? name
    let isAddress = path.contains("://")
    let kept = "-._~/" + (isAddress ? ":?#[]@!$&'()*+,;=%" : "")
    return (path.hasPrefix("/") ? "file://" : "") + path.pathBytes.inAddress(keeping: kept)
  }
}

extension Sequence<UInt8> {
  /// The same in an address (RFC 3986), where letters, digits and some signs stay as they are.
  package func inAddress(keeping kept: String) -> String {
    reduce(into: "") { text, byte in
      let sign = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (Character(sign).isLetter || Character(sign).isNumber)
      if isPlain || kept.utf8.contains(byte) {
        text.unicodeScalars.append(sign)
      } else {
        text += "%" + [byte].hexadecimal.uppercased()
      }
    }
  }
}

extension String {
  /// The same without white space at the ends of its lines, and without an empty last line.
  fileprivate var trimmedLines: String {
    split(separator: "\n").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}

import Comparing
import Records
import Reports

/// What a history keeps of a pair beside the counts of its result.
package struct PairMemory: Sendable, Equatable {
  /// Something that explained many changes at once.
  package struct Finding: Sendable, Equatable {
    /// As programs know what kind of finding it is.
    package let kind: String
    package let text: String
    /// What of the sentence is the same in every run in which it holds.
    package let theme: String
    package let changes: Int
  }

  package let findings: [Finding]
  package let elapsed: Duration
  /// `nil` where masks keep the changes of one run from being known in another one.
  package let changes: KeptChanges?
}

extension PairMemory {
  /// - Throws: What a rule throws that fails when it is asked again; `RecordError` where an input has changed.
  init(of comparison: Comparison, _ findings: [FindingWords], elapsed: Duration) throws {
    self.elapsed = elapsed
    self.findings = findings.map {
      Finding(kind: $0.kind, text: $0.text, theme: $0.theme, changes: $0.finding.changes)
    }
    changes = try comparison.guarding { try KeptChanges(of: comparison) }
  }
}

extension JSONEmitter {
  /// Writes what is kept of a pair as members.
  func members(of memory: PairMemory) {
    member("milliseconds", memory.elapsed.milliseconds)
    member("findings", ifAny: memory.findings) { finding in
      object {
        member("kind", finding.kind)
        member("text", finding.text)
        member("theme", finding.theme)
        member("changes", finding.changes)
      }
    }
    guard let changes = memory.changes else { return }
    object("changes") {
      member("count", changes.count)
      member("digests", changes.entries.map(\.spelling).joined())
      member("named", ifAny: changes.names) { value($0) }
    }
  }

  /// Writes what a change is called.
  func value(_ name: KeptChanges.Name) {
    object {
      member("kind", name.kind.rawValue)
      member("key", name.key)
      member("columns", ifAny: name.columns)
    }
  }
}

extension PairMemory {
  init(_ pair: HistoryObject) throws(HistoryFault) {
    let changes = pair.object("changes")
    self.init(
      findings: try pair.objects("findings").map { finding throws(HistoryFault) in
        Finding(
          kind: try finding.text("kind"), text: try finding.text("text"), theme: try finding.text("theme"),
          changes: try finding.number("changes"))
      }, elapsed: .milliseconds(try pair.number("milliseconds")),
      changes: try changes.map { changes throws(HistoryFault) in try KeptChanges(changes) })
  }
}

extension KeptChanges {
  fileprivate init(_ changes: HistoryObject) throws(HistoryFault) {
    let digests = Array(try changes.text("digests").utf8)
    guard digests.count.isMultiple(of: Entry.spellingSize) else { throw HistoryFault("\"digests\" is cut off") }
    let entries = try stride(from: 0, to: digests.count, by: Entry.spellingSize).map { start throws(HistoryFault) in
      try Entry(spelling: digests[start..<start + Entry.spellingSize])
    }
    let count = try changes.number("count")
    guard count >= entries.count, zip(entries, entries.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw HistoryFault("\"digests\" are not in order")
    }
    self.init(
      count: count, entries: entries,
      names: try changes.objects("named").map { name throws(HistoryFault) in
        guard let kind = Change.Kind(rawValue: try name.text("kind")) else { throw HistoryFault("\"kind\" is none") }
        return Name(kind: kind, key: name.texts("key"), columns: name.texts("columns"))
      })
  }
}

extension KeptChanges.Entry {
  fileprivate static let spellingSize = 24

  /// The two digests in hexadecimal.
  fileprivate var spelling: String {
    func spelled(_ number: some BinaryInteger, _ size: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: size - digits.utf8.count) + digits
    }
    return spelled(key, 16) + spelled(content, 8)
  }

  fileprivate init(spelling: ArraySlice<UInt8>) throws(HistoryFault) {
    let text = String(decoding: spelling, as: UTF8.self)
    guard spelling.allSatisfy({ $0 != UInt8(ascii: "+") }), let key = UInt64(text.prefix(16), radix: 16),
      let content = UInt32(text.suffix(8), radix: 16)
    else { throw HistoryFault("\"digests\" are no hexadecimal numbers") }
    self.init(key: key, content: content)
  }
}

import Platform
import Records
import Reports
import Requests

/// The runs of a batch that a file remembers, a line each, in the order in which they were added.
package struct RunHistory: Sendable {
  package let name: String
  /// Of several runs of one night the last one, in the place of the first.
  package private(set) var runs: [BatchRun] = []
  /// What a person should know of the file, a line each.
  package private(set) var notes: [String] = []

  /// - Throws: `RecordError` where the file cannot be read; `LunaDiffError` where no line of it is of a history.
  package init(path: String) throws {
    name = path
    let bytes = try TextFile.read(path)
    var (start, number) = (0, 0)
    bytes.withBytes { bytes in
      while start < bytes.count {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
        number += 1
        add(bytes[part: start..<end], number: number, isLast: end == bytes.count)
        start = end + 1
      }
    }
    guard !runs.isEmpty else {
      guard bytes.withBytes(Self.isHistory) else {
        throw LunaDiffError("\(VisibleText.line(path)) is no history of batches", hint: Self.hint)
      }
      throw LunaDiffError(
        "\(VisibleText.line(path)): there is no run in it" + (notes.first.map { "; \($0)" } ?? ""), hint: Self.hint)
    }
    tellTimes()
  }

  private static let hint: Hint = "'lunadiff batch … \(Setting.history) FILE' adds one"

  private mutating func add(_ line: BytesView, number: Int, isLast: Bool) {
    guard line.contains(where: { $0 > 0x20 }) else { return }
    do { take(try BatchRun(line: line)) } catch {
      let isCutOff = isLast && Field(json: line) == nil
      notes.append("line \(number) is " + (isCutOff ? "cut off, and left out" : "left out: \(error.words)"))
    }
  }

  private mutating func take(_ run: BatchRun) {
    guard let night = run.night, let former = runs.firstIndex(where: { $0.night == night }) else {
      return runs.append(run)
    }
    runs[former] = run
    notes.append("\(VisibleText.line(night)) was run more than once: the last run of it counts")
  }

  /// Says where the clock, not the name of a night, is all that there is, and goes back.
  private mutating func tellTimes() {
    for (run, next) in zip(runs, runs.dropFirst()) where run.night == nil && next.night == nil && next.time < run.time {
      notes.append("the run of \(next.label) was added behind that of \(run.label): runs stand as they were added")
    }
    var seen: Set<String> = []
    notes.removeAll { !seen.insert($0).inserted }
  }
}

extension RunHistory {
  /// Makes sure, before any work is done, that a run can be added to the file, which is a history or none yet.
  ///
  /// - Throws: What keeps it from being written; `LunaDiffError` where it is something else.
  package static func place(_ path: String, inputs: [String], scripts: @autoclosure () -> [String]) throws
    -> AppendedFile
  {
    let file = try AppendedFile(path, inputs: inputs, scripts: scripts())
    if let size = FilePath.size(of: path), size > 0 { try checkStart(of: path) }
    return file
  }

  private static func checkStart(of path: String) throws {
    guard try TextFile.read(path).withBytes(isHistory) else {
      throw LunaDiffError(
        "\(VisibleText.line(path)) is no history of batches, and stays as it is",
        hint: "\(Setting.history) takes a file of its own, which it makes")
    }
  }

  /// Whether a file begins as a history does, though perhaps its first line is cut off.
  private static func isHistory(_ bytes: BytesView) -> Bool {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let first = Field(json: bytes[part: 0..<end]).flatMap { HistoryObject($0.value) }
    let start = Array("{\"lunadiff\":1,\"history\":".utf8)
    return end == 0 || first?.has("history") ?? bytes[part: 0..<end].starts(with: start.prefix(end))
  }

  /// The run of a name: a night, or a time as it is shown; of several with that time the last.
  ///
  /// - Throws: `LunaDiffError` where there is none.
  package func index(of name: String) throws(LunaDiffError) -> Int {
    let named = runs.lastIndex { [$0.night, $0.label, $0.exactLabel, $0.time].contains(name) }
    if let named { return named }
    let dated = runs.lastIndex { $0.time.hasPrefix(name) && name.utf8.count >= 10 }
    guard let dated else {
      let nearest = Suggestion.nearest(to: name, among: runs.map(\.label))
      let last = "the last one is '\(VisibleText.line(runs[runs.count - 1].label))'"
      throw LunaDiffError(
        "\(VisibleText.line(self.name)): there is no run '\(VisibleText.line(name))'",
        hint: Hint(nearest.map { "did you mean '\(VisibleText.line($0))'?" } ?? last))
    }
    return dated
  }
}

extension Setting {
  static let history = Setting("history")
}

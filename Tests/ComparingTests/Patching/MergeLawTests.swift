import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

/// Laws of merging records, whose columns and members come, go and change on both sides.
@Suite struct MergeLawTests {
  @Test(
    "A merge is the same from both sides, columns included",
    arguments: [InputFormat.csv, .jsonl, .json])
  func symmetry(format: InputFormat) throws {
    var random = SeededGenerator.announced("merges from both sides, \(format)")
    for _ in 0..<CaseSample.count(200, of: 20_000) {
      let base = MergeSample.base(&random)
      let (x, y) = (base.edited(&random), base.edited(&random))
      let cases = "\(base.text(format))\n\(x.text(format))\n\(y.text(format))"
      let (mine, other) = (
        try merge([base, x, y], format, .none), try merge([base, y, x], format, .none)
      )
      #expect(
        Set(mine.conflicts.map { Conflict($0, isTurned: false) })
          == Set(other.conflicts.map { Conflict($0, isTurned: true) }), "\(cases)")
      let favored = try (
        merge([base, x, y], format, .ours), merge([base, y, x], format, .theirs)
      )
      #expect(content(favored.0, format) == content(favored.1, format), "\(cases)")
      guard mine.conflicts.isEmpty else { continue }
      #expect(content(mine, format) == content(other, format), "\(cases)")
    }
  }

  @Test("The changes of one side are all there are", arguments: [InputFormat.csv, .jsonl, .json])
  func oneSided(format: InputFormat) throws {
    var random = SeededGenerator.announced("merges of one side, \(format)")
    for _ in 0..<CaseSample.count(200, of: 20_000) {
      let base = MergeSample.base(&random)
      let side = base.edited(&random)
      let kept = try merge([base, side, base], format, .none)
      #expect(String(decoding: kept.text, as: UTF8.self) == side.text(format))
      for tables in [[base, base, side], [base, side, side]] {
        let output = try merge(tables, format, .none)
        #expect(output.conflicts.isEmpty)
        #expect(
          content(output, format) == content(kept, format),
          "\(base.text(format))\n\(side.text(format))")
      }
    }
  }

  private func merge(_ tables: [MergeSample], _ format: InputFormat, _ favor: MergeFavor) throws
    -> MergeOutput
  {
    var options = ReadOptions()
    options.format = format
    let read = try zip(tables, ["base", "ours", "theirs"]).map {
      try table($0.text(format), name: $1, options: options)
    }
    return try Merge.merge(
      base: read[0], ours: read[1], theirs: read[2], plan: plan(key: "id"), favor: favor)
  }

  /// The records in any order, each with its members in any order; of CSV the header, too.
  private func content(_ output: MergeOutput, _ format: InputFormat) -> [[String]] {
    let text = String(decoding: output.text, as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    guard format == .csv else {
      let array = format == .json ? text : "[\(lines.joined(separator: ","))]"
      let records = Array(array.utf8).withBytes { bytes in
        Field(json: bytes)?.elements.map { JSONModel($0.value).spelled() }
      }
      return [records?.sorted() ?? ["no JSON: \(text)"]]
    }
    let rows = lines.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = rows.first ?? []
    let records = rows.dropFirst().map { row in zip(header, row).map { "\($0)=\($1)" }.sorted() }
    return [header.sorted()] + records.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private struct Conflict: Hashable {
    let key, kind: String
    let columns: Set<String>

    init(_ conflict: MergeConflict, isTurned: Bool) {
      key = "\(conflict.key)"
      columns = Set(conflict.fields.map(\.column))
      kind =
        switch conflict.kind {
        case .deletedByOurs where isTurned: "\(MergeConflict.Kind.deletedByTheirs)"
        case .deletedByTheirs where isTurned: "\(MergeConflict.Kind.deletedByOurs)"
        default: "\(conflict.kind)"
        }
    }
  }
}

/// A random table with a key, and edited versions of it.
private struct MergeSample {
  var columns: [String]
  var rows: [[String: String]]

  static func base(_ random: inout SeededGenerator) -> MergeSample {
    let columns = ["id"] + ["a", "b", "c"].filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    var base = MergeSample(columns: columns, rows: [])
    for id in 0..<Int.random(in: 0...4, using: &random) { base.add(id, &random) }
    return base
  }

  private mutating func add(_ id: Int, _ random: inout SeededGenerator) {
    var row = ["id": String(id)]
    for name in columns.dropFirst() { row[name] = Self.value(&random) }
    rows.append(row)
  }

  private static func value(_ random: inout SeededGenerator) -> String {
    String(Int.random(in: 0...2, using: &random))
  }

  func edited(_ random: inout SeededGenerator) -> MergeSample {
    var side = self
    side.rows.removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 }
    for place in side.rows.indices where Int.random(in: 0..<3, using: &random) == 0 {
      guard let name = columns.dropFirst().randomElement(using: &random) else { continue }
      side.rows[place][name] = Self.value(&random)
    }
    for name in columns.dropFirst() where Int.random(in: 0..<5, using: &random) == 0 {
      side.columns.removeAll { $0 == name }
    }
    for name in ["x", "y"] where Int.random(in: 0..<5, using: &random) == 0 {
      side.columns.insert(name, at: Int.random(in: 1...side.columns.count, using: &random))
      for place in side.rows.indices { side.rows[place][name] = Self.value(&random) }
    }
    for id in 10...11 where Int.random(in: 0..<5, using: &random) == 0 { side.add(id, &random) }
    return side
  }

  func text(_ format: InputFormat) -> String {
    guard format != .csv else {
      let lines = [columns] + rows.map { row in columns.map { row[$0] ?? "" } }
      return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }
    // An even value is in an object, beside one that stays.
    let objects = rows.map { row in
      let members = columns.map { name in
        let value = row[name] ?? "0"
        return name == "id" || value == "1"
          ? "\"\(name)\": \(value)" : "\"\(name)\": {\"n\": \(value), \"m\": 5}"
      }
      return "{\(members.joined(separator: ", "))}"
    }
    guard format == .json else { return objects.map { $0 + "\n" }.joined() }
    return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }
}

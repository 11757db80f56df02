import Comparing
import Platform
import Reports

/// The cells of a batch's summary as people read them, the same in every form for people.
struct BatchTable {
  let batch: BatchSummary

  /// How many pairs are named that have the same finding.
  static let mostNames = 12

  static let heading = ["pair", "outcome", "old", "new", "deleted", "inserted", "updated", "moved", "unchanged"]

  /// The cells of a pair; a name longer than `width` columns is cut.
  func row(_ result: BatchResult, width: Int) -> [String] {
    [DisplayText(result.name).text(within: width), result.outcome.rawValue] + cells(result.records, result.summary)
  }

  var total: [String] { ["total", ""] + cells(batch.records, batch.total) }

  private func cells(_ records: Sides<Int>?, _ summary: Summary?) -> [String] {
    guard let records, let summary else { return Array(repeating: "", count: 7) }
    let counts = [records[.source], records[.target]] + Change.Kind.allCases.map { summary[$0] }
    return (counts + [summary.unchanged]).map(Grouped.number)
  }
}

extension BatchResult {
  struct Remark {
    let text: String
    var isWarning = false
    /// Whether it says why the pair was not compared.
    var isFailure = false
    var isFinding = false
    /// What to type to follow it.
    var command: String?
  }

  /// So many findings of a pair are told to people: there are many pairs.
  private static let mostFindings = 2

  var remarks: [Remark] {
    var remarks = (message.map { [Remark(text: $0, isFailure: true)] } ?? [])
    for (names, change) in [(columns.deleted, "removed"), (columns.inserted, "added")] where !names.isEmpty {
      remarks.append(Remark(text: "columns \(change): \(names.listed(within: 60))"))
    }
    remarks += limits.filter { $0.level == .fail }.map { Remark(text: "\($0.rule.name): \($0.words)") }
    let found = findings.filter { !$0.isNoted }
    remarks += found.prefix(Self.mostFindings).map { finding in
      Remark(text: "finding: \(finding.text)", isFinding: true, command: finding.trial(commands))
    }
    let more = found.count - Self.mostFindings
    if more > 0 {
      let place = report == nil ? "" : " in its own report"
      let words = "\(Grouped.count(more, "more finding", "more findings"))\(place)"
      remarks.append(Remark(text: words, command: report == nil ? commands?.comparing.shellLine : nil))
    }
    remarks += terms.notes.map { note in
      Remark(text: note.isWarning ? "warning: \(note.message)" : note.message, isWarning: note.isWarning)
    }
    for side in Side.allCases where duplicates[side] > 0 {
      let keys = Grouped.count(duplicates[side], "key occurs", "keys occur")
      let place = side == .source ? "old" : "new"
      remarks.append(Remark(text: "\(keys) more than once in \(place)"))
    }
    return remarks
  }

  /// The lines of a remark, safe to print, with the blanks that they begin with.
  static func lines(of remark: Remark) -> [String] {
    remark.text.split(separator: "\n").map { line in
      let blanks = String(line.prefix { $0 == " " })
      let words = String(line.dropFirst(blanks.count))
      return blanks + DisplayText(words).text(within: 400)
    }
  }
}

extension BatchSummary {
  /// The remarks of the pairs in their order; equal findings of several pairs once, with the names of all.
  var remarks: [(results: [BatchResult], remark: BatchResult.Remark)] {
    var found: [(results: [BatchResult], remark: BatchResult.Remark)] = []
    var places: [String: Int] = [:]
    for result in results {
      for remark in result.remarks {
        if remark.isFinding {
          if let place = places[remark.text] {
            found[place].results.append(result)
            continue
          }
          places[remark.text] = found.count
        }
        found.append(([result], remark))
      }
    }
    return found
  }
}

import Analysis
import Comparing
import Platform
import Records

/// Writes a record's history; of the options, only colours and title are used.
package func write(
  _ result: ChainResult, as format: PageFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  let labels = ChainLabels(result)
  try sink.collect { out in
    switch format {
    case .text: LifeText(result: result, labels: labels, options: options, out: out).write()
    case .json: LifeJSON(result: result, out: out).write()
    case .html: LifePage(result: result, labels: labels, options: options, out: out).write()
    }
  }
}

/// How the exports of a chain are called in few words.
struct ChainLabels {
  /// By number; the first one has a `^` where what it has may be older.
  let texts: [String]
  /// Those without the `^`.
  private let names: [String]
  private let exports: [ChainExport]

  init(_ result: ChainResult) {
    exports = result.exports
    let dates = exports.compactMap(\.date)
    let areDated = dates.count == exports.count && Set(dates).count == dates.count
    names = exports.map { export in
      if let commit = export.commit { return [commit.revision, export.date].compactMap(\.self).joined(separator: " ") }
      return areDated ? export.date ?? export.name : DisplayText(export.name).text(within: 60)
    }
    texts = names.enumerated().map { $0 == 0 && result.startsBefore ? "^" + $1 : $1 }
  }

  var width: Int { texts.map { DisplayText($0).width }.max() ?? 0 }

  /// `7 exports from 2026-11-01 to 2026-11-07`, `12 versions of data.csv`.
  var summary: String {
    let isGit = exports.last?.commit != nil
    let count = Grouped.count(exports.count, isGit ? "version" : "export", isGit ? "versions" : "exports")
    guard exports.count > 1, let first = names.first, let last = names.last else {
      return "\(count), \(names.first ?? "")"
    }
    return "\(count) from \(first) to \(last)"
  }

  /// What else there is to know of an export, if there is something.
  func details(_ number: Int) -> String {
    guard let commit = exports[number].commit else { return exports[number].name }
    return "\(commit.author): \(commit.subject)"
  }
}

extension ChainResult {
  /// The rules that held, in one line without the key; empty where there were none.
  var ruleWords: String { TermsText.words(of: rules, ChangeThresholds()) }

  /// What a page says below its title: the rules, and what there is to know.
  var said: [String] { (ruleWords.isEmpty ? [] : [ruleWords]) + notes }

  /// The key, where nobody has named it.
  var keyWords: String {
    guard key.isFound, let columns = key.columns else { return "" }
    return "; key: \(DisplayText(columns.joined(separator: ", ")).text(within: 200)) (found)"
  }
}

extension JSONEmitter {
  /// Writes what is to be known of the chain as members.
  func members(of result: ChainResult) {
    member("exports") {
      list(result.exports, .lines) { export in
        object {
          member("path", path: export.name)
          member("date", export.date)
          if let commit = export.commit {
            member("revision", commit.revision)
            member("author", commit.author)
            member("subject", commit.subject)
          }
          member("records") { if let records = export.records { value(records) } else { null() } }
        }
      }
    }
    member("startsBefore", result.startsBefore)
    if let columns = result.key.columns { member("key", columns, isFound: result.key.isFound) }
    let rules = result.rules.filter { !$0.isKeyColumns }
    if !rules.isEmpty { member("rules") { value(rules) } }
    member("notes", ifAny: result.notes)
  }
}

import Comparing
import Patching
import Records
import Testing

@testable import Reports

/// The viewer of two inputs: the questions that it asks, and what becomes of the answers.
@Suite struct ReviewViewTests: ViewMaking {
  private final class Reviewer: ChangeReviewer {
    func context(of change: RecordedResult.Change) -> [ViewedChange.Item] { [] }
    func findings() -> [ViewedFinding] {
      [
        ViewedFinding("the odd ones", command: "lunadiff a b --ignore 'odd'") { ($0.target ?? 0) % 2 == 1 },
        ViewedFinding("the columns", test: nil),
      ]
    }
    /// The numbers of the accepted changes, step by step.
    var accepted: [[Int]] = []
    var fails = false
    var acceptedCount: Int { Set(accepted.joined()).count }
    func acceptance(of change: Int) -> ViewedAcceptance {
      ViewedAcceptance(isWhole: accepted.joined().contains(change), columns: change == 3 ? ["stock"] : [])
    }
    func accept(_ differences: ViewedDifferences) throws -> String {
      if fails { throw ReviewError() }
      switch differences {
      case .changes(let numbers): accepted.append(numbers)
      case .finding(let number): accepted.append([number])
      }
      return "\(accepted.last?.count ?? 0) accepted"
    }
    func undo() -> String? { accepted.popLast().map { "\($0.count) taken back" } }
  }

  private struct ReviewError: Error, CustomStringConvertible { let description = "it is\n  there" }

  private func review(_ count: Int = 40) throws -> (ChangeView, Reviewer) {
    let reviewer = Reviewer()
    var view = try self.view(of: count)
    view.reviewer = reviewer
    return (view, reviewer)
  }

  @Test("a accepts the selected change, which is marked and counted, and goes on; U takes it back")
  func accepting() throws {
    var (view, reviewer) = try review()
    _ = type("ja", in: &view)
    #expect(reviewer.accepted == [[1]] && view.selected == 2)
    #expect(text(&view)[0].contains("1 accepted") && text(&view)[2].contains("(accepted)"))
    #expect(text(&view).last?.contains("1 accepted") == true && view.rows.count == 40)
    _ = type("kka", in: &view)
    #expect(view.selected == 2, "an accepted change is passed over")
    _ = type("U", in: &view)
    #expect(text(&view)[0].contains("1 accepted") && !text(&view)[1].contains("(accepted)"))
    _ = type("UU", in: &view)
    #expect(!text(&view)[0].contains("accepted"))
    #expect(text(&view).last?.contains("there is nothing to take back") == true)
  }

  @Test("a accepts on the page of a change, and shows the next one")
  func acceptingAlone() throws {
    var (view, reviewer) = try review()
    _ = type("<enter>a", in: &view)
    #expect(reviewer.accepted == [[0]] && view.selected == 1 && view.page == .change)
  }

  @Test("A accepts all listed changes: those of a finding, or all")
  func acceptingAll() throws {
    var (view, reviewer) = try review()
    _ = type("F<enter>A", in: &view)
    #expect(reviewer.accepted.first?.count == view.rows.count && view.rows.count == 25)
    _ = type("=A", in: &view)
    #expect(reviewer.accepted.last == Array(0..<40))
  }

  @Test("on the page of findings a accepts what a finding is about")
  func acceptingFinding() throws {
    var (view, reviewer) = try review()
    _ = type("Fja", in: &view)
    #expect(reviewer.accepted == [[2]] && view.page == .list)
  }

  @Test("an error is reported on one line, and nothing is accepted")
  func failing() throws {
    var (view, reviewer) = try review()
    reviewer.fails = true
    _ = type("a", in: &view)
    #expect(text(&view).last?.contains("it is, there") == true && reviewer.accepted.isEmpty && view.selected == 0)
  }

  @Test("a change that is accepted in part says in what")
  func acceptedInPart() throws {
    var (view, _) = try review()
    _ = type("3j", in: &view)
    #expect(text(&view).contains { $0.contains("accepted in stock, and counts") })
  }

  @Test("c copies the command of a finding to the terminal's clipboard")
  func copying() throws {
    var (view, _) = try review()
    _ = type("F", in: &view)
    #expect(text(&view).contains("      lunadiff a b --ignore 'odd'"))
    #expect(view.takeClipboard() == nil)
    _ = type("cc", in: &view)
    #expect(text(&view).last?.contains("copied: lunadiff a b --ignore 'odd'") == true)
    let sequence = "\u{1B}]52;c;bHVuYWRpZmYgYSBiIC0taWdub3JlICdvZGQn\u{07}"
    #expect(view.takeClipboard() == Array(sequence.utf8))
    #expect(view.takeClipboard() == nil && view.copied == ["lunadiff a b --ignore 'odd'"])
    _ = type("jc", in: &view)
    #expect(text(&view).last?.contains("no command follows this finding") == true && view.takeClipboard() == nil)
  }

  @Test("the keys of a finding are those that do something with it")
  func keysOfFindings() throws {
    var (view, _) = try review()
    view.resize(rows: 24, columns: 120)
    _ = type("F", in: &view)
    #expect(text(&view).last?.contains("Enter lists its changes  c copies its command  a accept") == true)
    _ = type("j", in: &view)
    #expect(text(&view).last?.contains("Enter") == false && text(&view).last?.contains("copies") == false)
    #expect(text(&view).last?.hasSuffix("2 of 2") == true)
    _ = type("<enter>", in: &view)
    #expect(view.page == .findings && text(&view).last?.contains("not about changes that can be listed") == true)
  }

  @Test("the chosen finding is always on the screen")
  func manyFindings() throws {
    let findings = (1...30).map {
      #"{"kind":"rule","text":"finding number \#($0)","changes":0,"of":0,"columns":[],"try":["--ignore","c\#($0)"]}"#
    }
    var view = try view(of: 4, head: "\"findings\":[\(findings.joined(separator: ","))],", rows: 12)
    _ = type("F", in: &view)
    for (keys, number) in [("", 1), ("j", 2), ("20j", 22), ("G", 30), ("k", 29), ("g", 1)] {
      _ = type(keys, in: &view)
      #expect(text(&view).contains("▌ finding number \(number)"), "\(keys): \(text(&view))")
      #expect(text(&view).contains("      --ignore c\(number)"), "\(keys): \(text(&view))")
    }
  }

  @Test("the last line has whole words, as many as fit", arguments: [60, 80, 100])
  func wholeWords(columns: Int) throws {
    var (view, _) = try review()
    view.resize(rows: 24, columns: columns)
    for keys in ["", "/saw<enter>", "F", "<enter>", "<enter>", "?"] {
      _ = type(keys, in: &view)
      let last = try #require(text(&view).last)
      #expect(!last.contains("…") || last.contains("by '"), "\(last)")
      #expect(last.hasSuffix("of \(view.page == .findings ? 2 : view.rows.count)"), "\(last)")
    }
  }
}

import Comparing
import Patching
import Records
import Testing

@testable import Reports

/// The viewer of two inputs: what it asks of whoever has them, and what becomes of the answers.
@Suite struct ReviewViewTests: ViewMaking {
  /// Knows two inputs of which every rule hides the change that is asked about.
  private final class Reviewer: ChangeReviewer {
    var accepted: [Int] = []
    var written: [String] = []
    var isUnwritten = false
    let results: [RecordedResult]

    init(_ results: [RecordedResult]) { self.results = results }

    func reasons(for change: RecordedResult.Change) -> [String] { ["because of \(change.kind)"] }
    func context(of change: RecordedResult.Change) -> [ViewedChange.Item] { [] }
    func findings() -> [ViewedFinding] {
      [
        ViewedFinding("the odd ones") { ($0.target ?? 0) % 2 == 1 }, ViewedFinding("the columns", test: nil),
      ]
    }
    var looked: [String] = []
    func proposals(for change: RecordedResult.Change?, in finding: ViewedFinding?) -> [ViewAnswer.Choice] {
      looked = finding.map { [$0.line] } ?? []
      return change?.kind == .updated ? [ViewAnswer.Choice("first"), ViewAnswer.Choice("second", ["known"])] : []
    }
    var failing: Int?
    func effect(ofProposal number: Int) throws -> [String] {
      if number == failing { throw ReviewError() }
      return ["hides \(number)"]
    }
    func accept(proposal number: Int) -> (result: RecordedResult, words: String) {
      accepted.append(number)
      isUnwritten = true
      return (results[min(accepted.count, results.count - 1)], "accepted \(number)")
    }
    /// The numbers of the changes that were accepted as they are, and why.
    var known: [(numbers: [Int], reason: String?)] = []
    var acceptedCount: Int { Set(known.flatMap(\.numbers)).count }
    func acceptance(of change: Int) -> ViewedAcceptance {
      ViewedAcceptance(isWhole: known.contains { $0.numbers.contains(change) }, columns: change == 3 ? ["stock"] : [])
    }
    func acceptable(in change: Int) -> [ViewAnswer.Choice] {
      asked = change
      return ["as it is", "name"].map { ViewAnswer.Choice($0) }
    }
    private var asked = 0
    func accept(_ differences: ViewedDifferences, because reason: String?) throws -> String {
      let numbers =
        switch differences {
        case .changes(let numbers): numbers
        case .choice(let place): place == 0 ? [asked] : []
        case .finding(let number): [number]
        }
      if reason == "no" { throw ReviewError() }
      known.append((numbers, reason))
      return "\(numbers.count) known"
    }
    func undo() -> (result: RecordedResult?, words: String)? {
      if known.popLast() != nil { return (nil, "counts again") }
      return accepted.popLast().map { (results[accepted.count], "taken back \($0)") }
    }
    var unwritten: String? { isUnwritten ? "rules.lua" : nil }
    func write(to path: String, over isOver: Bool) throws -> String {
      if path == "there.lua", !isOver { throw ReviewError() }
      written.append(path)
      isUnwritten = false
      return "wrote \(path)"
    }
  }

  private struct ReviewError: Error, CustomStringConvertible { let description = "it is\n  there" }

  private func review(_ counts: [Int]) throws -> (ChangeView, Reviewer) {
    let reviewer = Reviewer(try counts.map { try self.view(of: $0).result })
    var view = try self.view(of: counts[0])
    view.reviewer = reviewer
    return (view, reviewer)
  }

  @Test("rules that are looked for from a finding know of it, and the title says how many changes it leaves")
  func proposalsOfFinding() throws {
    var (view, reviewer) = try review([40, 20])
    _ = type("a", in: &view)
    #expect(reviewer.looked == [])
    _ = type("qFa", in: &view)
    #expect(reviewer.looked == ["the odd ones"])
    #expect(text(&view)[1].contains("rules for: the odd ones"))
    _ = type("q", in: &view)
    #expect(view.page == .findings && text(&view)[0...4].contains { $0.contains("the odd ones") })
    _ = type("q", in: &view)
    let count = view.rows.count
    #expect(count < 40 && text(&view).first?.contains("\(count) of 40 listed") == true, "\(text(&view))")
  }

  @Test("rules are searched for by a text, and what is typed accepts none of them")
  func searchingRules() throws {
    var (view, reviewer) = try review([40, 20])
    _ = type("a/second<enter>", in: &view)
    #expect(view.page == .proposals && reviewer.accepted.isEmpty && text(&view).contains { $0.contains("hides 1") })
    _ = type("/third<enter>", in: &view)
    #expect(view.page == .proposals && text(&view).last?.contains("'third' is in none of these") == true)
    _ = type("/first<enter><enter>", in: &view)
    #expect(reviewer.accepted == [0])
  }

  @Test("a rule that does not go with the others says so, and the next one can be taken")
  func failingRule() throws {
    var (view, reviewer) = try review([40, 20])
    reviewer.failing = 0
    _ = type("a", in: &view)
    #expect(text(&view).contains { $0.contains("not with these rules: it is, there") })
    _ = type("j<enter>", in: &view)
    #expect(reviewer.accepted == [1])
  }

  @Test(
    "once a rule is taken, the next change that is left is selected, of those of the finding as far as there are any")
  func staying() throws {
    func changes(_ numbers: [Int]) -> [String] {
      numbers.map {
        #"{"kind":"updated","key":["\#($0)"],"source":\#($0),"target":\#($0),"moved":false,"fields":{"name":{"old":"Saw","new":"Axe"}}}"#
      }
    }
    let results = try [Array(0..<30), [1, 2, 3, 8, 9, 15, 20], [2, 8, 20]].map { try self.view(changes($0)).result }
    let reviewer = Reviewer(results)
    var view = try self.view(changes(Array(0..<30)))
    view.reviewer = reviewer
    _ = type("F<enter>5j", in: &view)
    #expect(text(&view).contains { $0.contains("▌~ 11") } && view.rows.count == 15)
    #expect(text(&view).last?.contains("= lists all  a rules  ? keys") == true, "\(text(&view))")
    _ = type("a<enter>", in: &view)
    #expect(text(&view).contains { $0.contains("▌~ 15") } && view.rows.count == 4, "\(text(&view))")
    _ = type("a<enter>", in: &view)
    #expect(text(&view).contains { $0.contains("▌~ 20") } && view.rows.count == 3, "\(text(&view))")
    _ = type("U", in: &view)
    #expect(text(&view).contains { $0.contains("▌~ 20") } && view.rows.count == 7)
  }

  @Test("help is there where something is chosen, and leads back to it; what is chosen is counted")
  func helpOfChoices() throws {
    var (view, _) = try review([40, 20])
    _ = type("aj", in: &view)
    #expect(text(&view).last?.hasSuffix("2 of 2") == true)
    _ = type("?", in: &view)
    #expect(view.page == .help && text(&view)[1].contains("WITH BOTH INPUTS"))
    _ = type("q", in: &view)
    #expect(view.page == .proposals && text(&view).contains { $0.hasPrefix("▌ second") })
  }

  @Test("what is said first leaves room for the keys")
  func firstWords() throws {
    let (_, reviewer) = try review([40])
    let columns = #""deleted":["city","state"],"inserted":["town","status","district"]"#
    var view = try self.view([#"{"kind":"moved","key":["1"],"source":1,"target":1}"#], alone: columns)
    view.reviewer = reviewer
    #expect(text(&view).suffix(2).contains { $0.contains("columns removed: city, state; columns added: town") })
    #expect(text(&view).last?.contains("? keys  w why") == true, "\(text(&view))")
    view = try self.view(of: 40)
    view.reviewer = reviewer
    #expect(text(&view).last?.contains("? keys  w why") == true && text(&view).last?.hasSuffix("1 of 40") == true)
    view = try self.view([])
    #expect(text(&view).last?.contains(" ? keys  q leaves ") == true, "\(text(&view))")
  }

  @Test("where a line of an answer ends at several blanks, these are not shown as a value's")
  func blanksAtEnds() {
    #expect(ViewAnswer.lines(of: "customer   exact   {\"email\":1}", 17) == ["customer   exact", "{\"email\":1}"])
  }

  @Test("Enter shows what it does with a finding")
  func keysOfFindings() throws {
    var (view, _) = try review([40, 20])
    _ = type("F", in: &view)
    #expect(text(&view).last?.contains("Enter lists its changes") == true)
    _ = type("j", in: &view)
    #expect(text(&view).last?.contains("Enter") == false)
  }

  @Test("a proposal says what it hides as it is chosen, Enter accepts it, and U takes it back")
  func accepting() throws {
    var (view, reviewer) = try review([40, 20])
    _ = type("a", in: &view)
    #expect(view.page == .proposals)
    #expect(text(&view).contains { $0.contains("hides 0") } && !text(&view).contains { $0.contains("hides 1") })
    _ = type("j", in: &view)
    #expect(text(&view).contains { $0.contains("known") } && text(&view).contains { $0.contains("hides 1") })
    _ = type("<enter>", in: &view)
    #expect(view.page == .list && view.rows.count == 20 && reviewer.accepted == [1])
    #expect(text(&view).last?.contains("accepted 1") == true)
    _ = type("U", in: &view)
    #expect(view.rows.count == 40 && reviewer.accepted.isEmpty)
    _ = type("U", in: &view)
    #expect(text(&view).last?.contains("nothing to take back") == true)
  }

  @Test("one key accepts a change as it is, which is marked and counted, and goes on; U takes it back")
  func acceptingAsItIs() throws {
    var (view, reviewer) = try review([40])
    view.reason = "May"
    _ = type("jA", in: &view)
    #expect(reviewer.known.map(\.numbers) == [[1]] && reviewer.known.first?.reason == "May" && view.selected == 2)
    #expect(text(&view)[0].contains("1 accepted") && text(&view)[2].contains("(accepted)"))
    #expect(text(&view).last?.contains("1 known") == true && view.rows.count == 40)
    _ = type("kkA", in: &view)
    #expect(view.selected == 2, "what is accepted is passed over")
    _ = type("U", in: &view)
    #expect(text(&view)[0].contains("1 accepted") && !text(&view)[1].contains("(accepted)"))
    _ = type("U", in: &view)
    #expect(!text(&view)[0].contains("accepted"))
  }

  @Test("what is accepted can be left out of the list")
  func leavingOutAccepted() throws {
    var (view, _) = try review([40])
    _ = type("!A", in: &view)
    #expect(view.rows.count == 39 && view.selected == 0 && text(&view)[1].contains("~ 1"))
    #expect(type("<esc>", in: &view) && view.rows.count == 40)
    _ = type("!", in: &view)
    #expect(view.rows.count == 39)
    _ = type("!", in: &view)
    #expect(view.rows.count == 40)
  }

  @Test("a part of a change is chosen, or all that are listed, and why; Escape accepts nothing")
  func choosingWhat() throws {
    var (view, reviewer) = try review([40])
    _ = type("c", in: &view)
    #expect(text(&view).contains { $0.contains("all 40 changes there are, as they are") })
    _ = type("<enter>", in: &view)
    #expect(text(&view).last?.hasPrefix("why (Esc: do not accept):") == true)
    _ = type("<back><esc>", in: &view)
    #expect(reviewer.known.isEmpty && view.page == .acceptable)
    _ = type("<enter>May<enter>", in: &view)
    #expect(reviewer.known.first?.numbers == [0] && reviewer.known.first?.reason == "May" && view.page == .list)
    _ = type("~cG<enter><enter>", in: &view)
    #expect(reviewer.known.last?.numbers == Array(0..<10) && reviewer.known.last?.reason == "May")
    _ = type("=FA", in: &view)
    #expect(reviewer.known.last?.numbers == [1] && view.page == .list)
    _ = type("c<enter><back><back><back>no<enter>", in: &view)
    #expect(text(&view).last?.contains("it is, there") == true && reviewer.known.count == 3)
  }

  @Test("a change that is accepted in part says in what")
  func acceptedInPart() throws {
    var (view, _) = try review([40])
    _ = type("3j", in: &view)
    #expect(text(&view).contains { $0.contains("accepted in stock, and counts") })
  }

  @Test("a change that no rule hides says so")
  func unhidden() throws {
    var (view, _) = try review([40])
    _ = type("-a", in: &view)
    #expect(view.page == .list && text(&view).last?.contains("no rule about values hides this change") == true)
  }

  @Test("why is a page of its own, and a finding lists its changes or accepts them")
  func asking() throws {
    var (view, _) = try review([40])
    _ = type("w", in: &view)
    #expect(text(&view).contains { $0.contains("because of updated") })
    _ = type("qF<enter>", in: &view)
    #expect(view.rows.count == 25)
    _ = type("=Fa", in: &view)
    #expect(view.page == .proposals)
  }

  @Test("who leaves with rules that are not written is asked whether to write them, and where to")
  func writing() throws {
    var (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>q", in: &view))
    let question = "write rules to rules.lua?  Enter: yes  q Esc: no, leave  e: other name  h: stay"
    #expect(text(&view).last == question && question.count < 80)
    #expect(!type("<enter>", in: &view) && reviewer.written == ["rules.lua"])
    (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>:w there.lua<enter>", in: &view))
    #expect(text(&view).last?.contains("it is, there") == true && reviewer.written.isEmpty)
    #expect(type(":w! there.lua<enter>", in: &view) && reviewer.written == ["there.lua"])
    #expect(!type("q", in: &view))
    (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>q", in: &view))
    #expect(!type("<esc>", in: &view) && reviewer.written.isEmpty)
    (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>", in: &view))
    #expect(!type(":q!<enter>", in: &view) && reviewer.written.isEmpty)
  }

  @Test("no key that is pressed at the question is a part of a name", arguments: ["q", "n", "Q", "<^c>"])
  func leavingWithout(key: String) throws {
    var (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>qxz\(key == "q" ? "" : "<down>")", in: &view) && view.prompt?.text == "rules.lua")
    #expect(!type(key, in: &view) && reviewer.written.isEmpty)
  }

  @Test("at the question another name is typed, or it is not left after all")
  func otherName() throws {
    var (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>qh", in: &view) && view.prompt == nil && reviewer.written.isEmpty)
    #expect(type("qe", in: &view) && text(&view).last == "write rules to (Esc: stay): rules.lua")
    #expect(type("<esc>", in: &view) && view.prompt == nil && reviewer.written.isEmpty)
    #expect(type("qe<back><back><back><back>-q.lua", in: &view))
    #expect(!type("<enter>", in: &view) && reviewer.written == ["rules-q.lua"])
  }

  @Test("a finding that no rule and no list of changes is about says so, and stays where it is to be read")
  func findingWithoutChanges() throws {
    var (view, _) = try review([40])
    _ = type("Fj<enter>", in: &view)
    #expect(view.page == .findings && text(&view).last?.contains("not about changes that can be listed") == true)
    _ = type("a", in: &view)
    #expect(view.page == .findings && text(&view).last?.contains("no rule says what this finding says") == true)
  }

  @Test("the last line has whole words, as many as fit", arguments: [60, 80, 100])
  func wholeWords(columns: Int) throws {
    var (view, _) = try review([40, 20])
    view.resize(rows: 24, columns: columns)
    for keys in ["", "~", "&saw<enter>", "=F", "<enter>", "<enter>"] {
      _ = type(keys, in: &view)
      let last = try #require(text(&view).last)
      #expect(!last.contains("…") || last.contains("by '"), "\(last)")
      let count = view.page == .findings ? 2 : view.rows.count
      #expect(last.hasSuffix("\(count)") || view.rows.isEmpty, "\(last)")
    }
  }
}

import Comparing
import Patching
import Records
import Testing

@testable import Reports

/// The viewer's model: what keys do to what is listed and selected, and which lines the screen has.
@Suite struct ChangeViewTests {
  /// A result of so many changes, as many of each kind; the names of the updated ones hold an ä in every tenth.
  private func view(of count: Int = 40, head: String = "", rows: Int = 24, columns: Int = 80) throws -> ChangeView {
    let changes = (0..<count).map { number in
      switch 4 * number / max(count, 1) {
      case 1:
        #"{"kind":"deleted","key":["\#(number)"],"source":\#(number),"record":{"id":"\#(number)"}}"#
      case 2:
        #"{"kind":"inserted","key":["\#(number)"],"target":\#(number),"record":{"id":"\#(number)"}}"#
      case 0:
        #"{"kind":"updated","key":["\#(number)"],"source":1,"target":1,"moved":false,"fields":{"name":{"old":"Saw","new":"S\#(number % 10 == 3 ? "Ä" : "a")w \#(number)"}}}"#
      default: #"{"kind":"moved","key":["\#(number)"],"source":\#(number),"target":1}"#
      }
    }
    return try view(changes, head: head, rows: rows, columns: columns)
  }

  private func view(_ changes: [String], head: String = "", rows: Int = 24, columns: Int = 80) throws -> ChangeView {
    let text = """
      {"lunadiff":1,\(head)"source":{"path":"old.csv","records":9},"target":{"path":"new.csv","records":9},
      "columns":{"common":["id"],"deleted":[],"inserted":[]},
      "summary":{"deleted":1,"inserted":1,"updated":1,"moved":1,"unchanged":5},
      "changes":[\(changes.joined(separator: ","))]}
      """
    var view = try ChangeView(RecordedResult.read(bytes: Array(text.utf8), name: "result.json"))
    view.resize(rows: rows, columns: columns)
    return view
  }

  /// Types letters; what stands in angle brackets is a key's name.
  private func type(_ text: String, in view: inout ChangeView) -> Bool {
    let named: [String: ViewKey] = [
      "enter": .enter, "esc": .escape, "down": .down, "up": .up, "pgdn": .pageDown, "pgup": .pageUp,
      "home": .home, "end": .end, "back": .backspace, "^d": .control("d"), "^c": .control("c"),
    ]
    var rest = text[...]
    var isOn = true
    while let character = rest.popFirst() {
      guard character == "<", let end = rest.firstIndex(of: ">") else {
        isOn = view.press(.character(character))
        continue
      }
      isOn = named[String(rest[..<end])].map { view.press($0) } ?? view.press(.character("<"))
      rest = rest[rest.index(after: end)...]
    }
    return isOn
  }

  private func text(_ view: inout ChangeView) -> [String] {
    view.lines(isColored: false).map { $0.pieces.map(\.text).joined() }
  }

  @Test(
    "keys select a change",
    arguments: [
      ("j", 1), ("<down><down>", 2), ("jjk", 1), ("k", 0), ("5j", 5), ("G", 39), ("Ggj", 1),
      ("12G", 11),
      (":12<enter>", 11), (":$<enter>", 39), ("99j", 39), ("<end><home>", 0), (" ", 7), (" b", 0),
      ("<^d>", 4),
      ("<pgdn><pgdn>", 14), ("]", 1), ("/34<enter>", 34), ("/3<enter>n", 13), ("/3<enter>nN", 3),
      ("/no such<enter>", 0), ("/3<back>4<enter>", 4), ("/3<esc>", 0), ("<enter>]]", 2),
      ("<enter>][q", 0),
      ("/Ä<enter>", 3), ("/saw 6<enter>", 6), ("/Saw 6<enter>", 6), ("/SAW 6<enter>", 0),
    ])
  func selecting(keys: String, place: Int) throws {
    var view = try view()
    #expect(type(keys, in: &view))
    #expect(view.selected == place)
  }

  @Test(
    "keys choose what is listed",
    arguments: [
      ("~", 10), ("-", 10), ("+", 10), (">", 10), ("~~", 40), ("~-", 10), ("~=", 40),
      ("~<esc>", 40), ("&saw<enter>", 10),
      ("&saw<enter>&<enter>", 40), ("&saw<enter>-", 0), ("&nothing<enter>", 0),
      ("&nothing<enter><esc>", 40),
    ])
  func listing(keys: String, count: Int) throws {
    var view = try view()
    #expect(type(keys, in: &view))
    #expect(view.rows.count == count)
    #expect(view.lines(isColored: true).count == 24)
  }

  @Test("the selected change stays selected where it is still listed, else the next one is")
  func staying() throws {
    var view = try view()
    _ = type("6j~", in: &view)
    #expect(view.rows[view.selected] == 6)
    _ = type("=-", in: &view)
    #expect(view.rows[view.selected] == 10)
  }

  @Test(
    "what leaves the viewer",
    arguments: ["q", "Q", "<^c>", ":q<enter>", ":quit<enter>", "<enter>Q"])
  func leaving(keys: String) throws {
    var view = try view()
    #expect(!type(keys, in: &view))
  }

  @Test(
    "what leaves a page only", arguments: ["<enter>q", "?q", "?<esc>", "<enter><enter>", "/q<^c>"])
  func closing(keys: String) throws {
    var view = try view()
    #expect(type(keys, in: &view))
    #expect(view.page == .list)
  }

  @Test(
    "the screen has as many lines as the terminal, none wider than it, whatever its size and the keys"
  )
  func sizes() throws {
    let wide =
      #"{"kind":"updated","key":["漢字かな"],"source":1,"target":2,"moved":true,"fields":{"名前":{"old":"漢字漢字漢字漢字漢字漢字漢字","new":"\u001b[31m\u0000é👍🏽"},"n":{"old":{"a":[1]},"new":{"a":[2]},"paths":[{"kind":"updated","path":"/a/0","old":1,"new":2}]}}}"#
    let long =
      #"{"kind":"inserted","key":["k"],"target":3,"record":{"text":"\#(String(repeating: "long ", count: 300))"}}"#
    let cells = ["order_id", "order_date", "amount"].map {
      #""\#($0)":{"old":"2023-11-28 \#($0)","new":"28.11.2023 \#($0)"}"#
    }.joined(separator: ",")
    let many = #"{"kind":"updated","key":["nora.rossi5@example.com"],"source":1,"target":1,"fields":{\#(cells)}}"#
    for rows in [1, 3, 4, 5, 11, 12, 24, 60] {
      for columns in [1, 10, 20, 40, 66, 73, 80, 87, 140] {
        var view = try view([wide, long, many], rows: rows, columns: columns)
        for keys in [
          "", "j", "<enter>", "G", "?", "q", "/long<enter>", "&漢<enter>",
          ":12345678901234567890<enter>",
        ] {
          _ = type(keys, in: &view)
          let lines = view.lines(isColored: true)
          let tooWide = lines.filter { $0.width > columns }.map { $0.pieces.map(\.text).joined() }
          #expect(
            lines.count <= rows && tooWide.isEmpty, "\(rows) × \(columns), \(keys): \(tooWide)")
        }
      }
    }
  }

  @Test("a change alone shows long values whole, and paths inside nested ones")
  func whole() throws {
    let text = (0..<100).map(String.init).joined(separator: " ")
    var view = try view([
      #"{"kind":"updated","key":["1"],"source":1,"target":1,"moved":false,"fields":{"t":{"old":"\#(text)","new":"x"},"n":{"old":{},"new":{},"paths":[{"kind":"updated","path":"/a/0/b~1c","old":1,"new":2}]}}}"#
    ])
    _ = type("<enter>", in: &view)
    let lines = self.text(&view)
    let shown = lines.joined().replacing("  ", with: "")
    #expect(shown.contains("96 97 98 99"))
    #expect(lines.contains { $0.contains("n.a[0].b/c") && $0.contains("1 → 2") })
  }

  @Test("an element of a list that moved says what it is, and from where to where", arguments: [60, 80])
  func moved(columns: Int) throws {
    let change =
      #"{"kind":"updated","key":["1"],"source":1,"target":1,"moved":false,"fields":{"t":{"old":{"a":["x","b"]},"new":{"a":["b","x"]},"paths":[{"kind":"moved","path":"/a/0","from":"/a/1"}]}}}"#
    var view = try view([change], columns: columns)
    #expect(text(&view).filter { $0.contains(#"t.a: moved "b" from [1] to [0]"#) }.count == 1, "\(text(&view))")
    _ = type("<enter>", in: &view)
    #expect(text(&view).contains(#"   t.a  moved "b" from [1] to [0]"#), "\(text(&view))")
  }

  @Test("a line of the list has columns as far as they are to be read, and no two signs that say there is more")
  func roomInList() throws {
    let cells = ["order_id", "order_date", "amount"].map { #""\#($0)":{"old":"2023-11-28","new":"28.11.2023"}"# }
    let change =
      #"{"kind":"updated","key":["max.meier1@example.com"],"source":1,"target":1,"fields":{\#(cells.joined(separator: ","))}}"#
    for columns in 60...140 {
      var view = try view([change], columns: columns)
      let line = text(&view)[1]
      #expect(!line.contains("……") && !line.hasSuffix(", ") && line.contains("28.11."), "\(line)")
      #expect(line.components(separatedBy: " → ").count == 4 || line.contains(", +"), "\(line)")
    }
  }

  @Test("of a long value that differs in a word that word alone has the colour")
  func longMarked() throws {
    let start = String(repeating: "lorem ipsum ", count: 20)
    var view = try view([
      #"{"kind":"updated","key":["1"],"source":1,"target":1,"fields":{"t":{"old":"\#(start)one end","new":"\#(start)two end"}}}"#
    ])
    _ = type("<enter>", in: &view)
    let pieces = view.lines(isColored: true).dropFirst().flatMap(\.pieces)
    func coloured(_ role: Palette.Role) -> [String] { pieces.filter { $0.role == role }.map(\.text) }
    #expect(coloured(.deleted).filter { $0.contains(where: \.isLetter) } == ["one"])
    #expect(coloured(.inserted).filter { $0.contains(where: \.isLetter) } == ["two"])
    #expect(pieces.map(\.text).joined().contains("lorem"))
  }

  @Test("help is whole in a narrow terminal, and leads back to the change that was looked at", arguments: [40, 60, 80])
  func narrowHelp(columns: Int) throws {
    var view = try view(rows: 60, columns: columns)
    _ = type("<enter>?", in: &view)
    let help = text(&view).dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
    #expect(!help.contains { $0.contains("…") })
    #expect(help.joined(separator: " ").contains("U take back what was accepted last"))
    #expect(help.contains { $0 == "k ↑ previous change" } == (columns < 80))
    _ = type("q", in: &view)
    #expect(view.page == .change)
    _ = type("q", in: &view)
    #expect(view.page == .list)
  }

  @Test("what a terminal would obey is shown as signs")
  func safety() throws {
    var view = try view([
      #"{"kind":"deleted","key":["\u001b]0;x\u0007"],"source":1,"record":{"a\u001b[2J":"\u009b5n\r\n"}}"#
    ])
    let screen = view.screen(color: false)
    let escapes = screen.indices.filter { screen[$0] == 0x1B }
    #expect(escapes.allSatisfy { Array(screen[$0...].prefix(3)) == Array("\u{1B}[K".utf8) })
    #expect(
      !screen.contains(0x07)
        && !String(decoding: screen, as: UTF8.self).unicodeScalars.contains("\u{9B}"))
  }

  @Test("a hundred thousand changes are listed, and a key looks at what is on the screen alone")
  func many() throws {
    var view = try view(of: 100_000)
    for _ in 0..<1000 { _ = type("j", in: &view) }
    _ = type("G", in: &view)
    #expect(view.selected == 99_999)
    #expect(text(&view).last?.contains("100,000 of 100,000") == true)
  }

  @Test("changes are listed in the order of the text report, whatever that of the result")
  func order() throws {
    var view = try view([
      #"{"kind":"deleted","key":["d"],"source":1,"record":{"id":"d"}}"#,
      #"{"kind":"updated","key":["u"],"source":1,"target":1,"moved":false,"fields":{"n":{"old":1,"new":2}}}"#,
      #"{"kind":"moved","key":["m"],"source":3,"target":2}"#,
      #"{"kind":"inserted","key":["i"],"target":3,"record":{"id":"i"}}"#,
      #"{"kind":"updated","key":["v"],"source":5,"target":4,"moved":false,"fields":{"n":{"old":1,"new":2}}}"#,
    ])
    let keys = text(&view).dropFirst().prefix(5).map { $0.dropFirst().prefix(3) }
    #expect(keys == ["~ u", "~ v", "- d", "+ i", "> m"])
  }

  @Test("findings that were recorded list the changes of their columns")
  func recordedFindings() throws {
    let findings = """
      "findings":[{"kind":"noise","text":"name: 3 of 4","changes":3,"of":4,"columns":["name"]},
      {"kind":"rule","text":"equal.x: did nothing","changes":0,"of":0,"columns":[]}],
      """
    var view = try view(of: 40, head: findings)
    _ = type("F<enter>", in: &view)
    #expect(view.page == .list && view.rows.count == 10)
    #expect(text(&view).last?.contains("by 'changes of name: name: 3 of 4'") == true)
    _ = type("=Fj<enter>", in: &view)
    #expect(view.page == .findings && text(&view).last?.contains("not about changes") == true)
    _ = type("q", in: &view)
    #expect(view.rows.count == 40)
  }

  @Test(
    "what takes both inputs says so where only a result is there",
    arguments: ["w", "a", "A", "c", "U", ":w x.lua<enter>"])
  func needsInputs(keys: String) throws {
    var view = try view()
    #expect(type(keys, in: &view))
    #expect(text(&view).last?.contains("needs both inputs: lunadiff view OLD NEW") == true)
  }

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
      [ViewedFinding("the odd ones", names: ["odd"]) { ($0.target ?? 0) % 2 == 1 }]
    }
    var looked: [String] = []
    func proposals(for change: RecordedResult.Change, in finding: ViewedFinding?) -> [ViewAnswer.Choice] {
      looked = finding?.names ?? []
      return change.kind == .updated ? [ViewAnswer.Choice("first"), ViewAnswer.Choice("second", ["known"])] : []
    }
    func effect(ofProposal number: Int) -> [String] { ["hides \(number)"] }
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

  private struct ReviewError: Error, CustomStringConvertible { let description = "it is there" }

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
    #expect(reviewer.looked == ["odd"])
    _ = type("q", in: &view)
    let count = view.rows.count
    #expect(count < 40 && text(&view).first?.contains("\(count) of 40 listed") == true, "\(text(&view))")
  }

  @Test("the title has the counts whole, and is cut itself", arguments: [62, 66, 70, 72, 80])
  func countsInTitle(columns: Int) throws {
    var view = try view(of: 40, columns: columns)
    _ = type("&S<enter>", in: &view)
    let title = text(&view)[0]
    #expect(title.hasSuffix("  10 of 40 listed  1 updated  1 deleted  1 inserted  1 moved"), "\(title)")
    #expect(title.contains("old") == (columns >= 70), "\(title)")
    view.resize(rows: 24, columns: 40)
    #expect(text(&view)[0] == " old.csv…  10 of 40 listed  1 updated …", "\(text(&view)[0])")
  }

  @Test("the last line has whole words, as many as fit", arguments: [60, 80, 100])
  func wholeWords(columns: Int) throws {
    var (view, _) = try review([40, 20])
    view.resize(rows: 24, columns: columns)
    for keys in ["", "~", "&saw<enter>", "=F", "<enter>", "<enter>"] {
      _ = type(keys, in: &view)
      let last = try #require(text(&view).last)
      #expect(!last.contains("…") || last.contains("by '"), "\(last)")
      #expect(last.hasSuffix("\(view.rows.count)") || view.rows.isEmpty, "\(last)")
    }
  }

  @Test("parts of values that came or went have a sign in the list")
  func parts() throws {
    var view = try view([
      #"""
      {"kind":"updated","key":["k"],"source":1,"target":1,"fields":{"n":{"old":{"a":1},"new":{"b":2},
      "paths":[{"kind":"deleted","path":"/a","old":1},{"kind":"inserted","path":"/b","new":2}]}}}
      """#.replacing("\n", with: "")
    ])
    #expect(text(&view).contains { $0.contains("n.a: - 1, n.b: + 2") }, "\(text(&view))")
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
    #expect(text(&view).last?.contains("it is there") == true && reviewer.known.count == 3)
  }

  @Test("a change that is accepted in part says in what")
  func acceptedInPart() throws {
    var (view, _) = try review([40])
    _ = type("3j", in: &view)
    #expect(text(&view).contains { $0.contains("accepted in stock, and counts") })
  }

  @Test("accepted changes of a recorded result are marked, counted and left out as those of two inputs are")
  func recordedAcceptances() throws {
    var view = try view([
      #"{"kind":"updated","key":["u"],"source":1,"target":1,"moved":false,"accepted":true,"fields":{"n":{"old":1,"new":2}}}"#,
      #"{"kind":"inserted","key":["i"],"target":3,"record":{"id":"i"}}"#,
    ])
    #expect(text(&view)[0].contains("1 accepted") && text(&view)[1].contains("u  (accepted) n: 1 → 2"))
    _ = type("!", in: &view)
    #expect(view.rows.count == 1)
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

  @Test("who leaves with rules that are not written is asked where to")
  func writing() throws {
    var (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>q", in: &view))
    #expect(text(&view).last?.contains("write rules to (Esc: nowhere): rules.lua") == true)
    #expect(!type("<enter>", in: &view) && reviewer.written == ["rules.lua"])
    (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>:w there.lua<enter>", in: &view))
    #expect(text(&view).last?.contains("it is there") == true && reviewer.written.isEmpty)
    #expect(type(":w! there.lua<enter>", in: &view) && reviewer.written == ["there.lua"])
    #expect(!type("q", in: &view))
    (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>q", in: &view))
    #expect(!type("<esc>", in: &view) && reviewer.written.isEmpty)
    (view, reviewer) = try review([40, 20])
    #expect(type("a<enter>", in: &view))
    #expect(!type(":q!<enter>", in: &view) && reviewer.written.isEmpty)
  }

  @Test("a result without changes has an empty list")
  func empty() throws {
    var view = try view([])
    #expect(type("jkG<enter>/x<enter>n~", in: &view))
    #expect(text(&view).contains { $0.contains("no change is listed") })
  }

  @Test("of an element of a list that moved it is said which one it is, and from where to where")
  func movedElements() throws {
    var view = try view(
      [
        #"{"kind":"updated","key":["u"],"source":1,"target":1,"moved":false,"fields":{"tags":{"old":["a","b","c"],"new":["c","a","b"],"paths":[{"kind":"moved","path":"/0","from":"/2"}]},"d":{"old":{"r/s":[1,2]},"new":{"r/s":[2,1]},"paths":[{"kind":"moved","path":"/r~1s/0","from":"/r~1s/1"}]}}}"#
      ], columns: 100)
    _ = type("<enter>", in: &view)
    let lines = text(&view)
    #expect(lines.contains { $0.contains("tags") && $0.contains(#"moved "c" from [2] to [0]"#) }, "\(lines)")
    #expect(lines.contains { $0.contains("d.r/s") && $0.contains("moved 2 from [1] to [0]") }, "\(lines)")
  }
}

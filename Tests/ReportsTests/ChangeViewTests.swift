import Comparing
import Patching
import Records
import Testing

@testable import Reports

/// The viewer's model: what keys do to what is listed and selected, and which lines the screen has.
@Suite struct ChangeViewTests: ViewMaking {
  @Test(
    "keys select a change",
    arguments: [
      ("j", 1), ("<down><down>", 2), ("jjk", 1), ("k", 0), ("5j", 5), ("G", 39), ("Ggj", 1),
      ("12G", 11), ("99j", 39), ("<end><home>", 0), (" ", 7), (" b", 0),
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

  @Test("the selected change stays selected while it is listed, else the next listed change is selected")
  func staying() throws {
    let findings = #""findings":[{"kind":"order","text":"moved","changes":10,"of":10,"columns":[]}],"#
    var view = try view(head: findings)
    _ = type("6jF<enter>", in: &view)
    #expect(view.rows[view.selected] == 30 && view.rows.count == 10)
    _ = type("2j=", in: &view)
    #expect(view.rows[view.selected] == 32 && view.rows.count == 40)
    _ = type("F<enter><esc>", in: &view)
    #expect(view.rows[view.selected] == 32 && view.rows.count == 40)
  }

  @Test(
    "what leaves the viewer",
    arguments: ["q", "Q", "<^c>", "<enter>Q", "?<^c>"])
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
          "", "j", "<enter>", "G", "?", "q", "q", "/long<enter>", "/漢<enter>", "F", "12345678901234567890G",
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
      #"{"kind":"updated","key":["1"],"source":1,"target":1,"moved":false,"fields":{"t":{"old":{"r/s":["x","b"]},"new":{"r/s":["b","x"]},"paths":[{"kind":"moved","path":"/r~1s/0","from":"/r~1s/1"}]}}}"#
    var view = try view([change], columns: columns)
    #expect(text(&view).filter { $0.contains(#"t.r/s: moved "b" from [1] to [0]"#) }.count == 1, "\(text(&view))")
    _ = type("<enter>", in: &view)
    #expect(text(&view).contains(#"   t.r/s  moved "b" from [1] to [0]"#), "\(text(&view))")
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
    #expect(help.joined(separator: " ").contains("and c copies its command"))
    _ = type("q", in: &view)
    #expect(view.page == .change)
    _ = type("q", in: &view)
    #expect(view.page == .list)
  }

  @Test("a record that moved past others and has the number that it had is told as such")
  func movedPastOthers() throws {
    var view = try view([
      #"{"kind":"updated","key":["u"],"source":4,"target":4,"moved":true,"fields":{"n":{"old":1,"new":2}}}"#,
      #"{"kind":"moved","key":["m"],"source":2,"target":2}"#, #"{"kind":"moved","key":["k"],"source":2,"target":5}"#,
    ])
    let lines = text(&view)
    #expect(lines[1].hasSuffix("u  moved past others, still record 5, n: 1 → 2"), "\(lines)")
    #expect(lines[2].hasSuffix("m  moved past others, still record 3") && lines[3].hasSuffix("k  record 3 → 6"))
    #expect(lines.contains(" ~ updated  u   moved past others, still record 5"))
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
      "findings":[{"kind":"noise","text":"name: 3 of 4","changes":3,"of":4,"columns":["name"],"try":["--ignore","name"]},
      {"kind":"rule","text":"equal.x: did nothing","changes":0,"of":0,"columns":[]}],
      """
    var view = try view(of: 40, head: findings)
    _ = type("F<enter>", in: &view)
    #expect(view.page == .list && view.rows.count == 10)
    #expect(text(&view).last?.contains("by 'changes of name: name: 3 of 4'") == true)
    _ = type("F", in: &view)
    #expect(text(&view).contains("      --ignore name"))
    _ = type("q=Fj<enter>", in: &view)
    #expect(view.page == .findings && text(&view).last?.contains("not about changes") == true)
    _ = type("q", in: &view)
    #expect(view.rows.count == 40)
  }

  @Test(
    "what takes both inputs says so where only a result is there",
    arguments: ["a", "A", "U", "<enter>a"])
  func needsInputs(keys: String) throws {
    var view = try view()
    #expect(type(keys, in: &view))
    #expect(text(&view).last?.contains("needs both inputs: lunadiff view OLD NEW") == true)
  }

  @Test("the title has the counts whole, and is cut itself", arguments: [62, 66, 70, 72, 80])
  func countsInTitle(columns: Int) throws {
    let findings = #""findings":[{"kind":"noise","text":"n","changes":9,"of":9,"columns":["name"]}],"#
    var view = try view(of: 40, head: findings, columns: columns)
    _ = type("F<enter>", in: &view)
    let title = text(&view)[0]
    #expect(title.hasSuffix("  10 of 40 listed  1 updated  1 deleted  1 inserted  1 moved"), "\(title)")
    #expect(title.contains("old") == (columns >= 70), "\(title)")
    view.resize(rows: 24, columns: 40)
    #expect(text(&view)[0] == " old.csv…  10 of 40 listed  1 updated …", "\(text(&view)[0])")
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

  @Test("accepted changes of a recorded result are marked and counted as those of two inputs are")
  func recordedAcceptances() throws {
    var view = try view([
      #"{"kind":"updated","key":["u"],"source":1,"target":1,"moved":false,"accepted":true,"fields":{"n":{"old":1,"new":2}}}"#,
      #"{"kind":"inserted","key":["i"],"target":3,"record":{"id":"i"}}"#,
    ])
    #expect(text(&view)[0].contains("1 accepted") && text(&view)[1].contains("u  (accepted) n: 1 → 2"))
  }

  @Test("a result without changes has an empty list")
  func empty() throws {
    var view = try view([])
    #expect(type("jkG<enter>/x<enter>nF", in: &view))
    #expect(text(&view).contains { $0.contains("no record differs") })
  }

  @Test("columns of one side alone are named at once, and beside what explains changes")
  func lonelyColumns() throws {
    let words = "columns removed: status; columns added: state, town"
    let columns = #""deleted":["status"],"inserted":["state","town"]"#
    var view = try view([], alone: columns)
    #expect(text(&view).last?.contains(words) == true)
    _ = type("jF", in: &view)
    #expect(text(&view).last?.contains("no record differs; \(words)") == true)
    let finding = #""findings":[{"kind":"order","text":"reversed","changes":9,"of":9,"columns":[]}],"#
    view = try self.view([], head: finding, alone: columns)
    _ = type("F", in: &view)
    #expect(text(&view).contains { $0.contains(words) })
  }

  @Test("what is said or typed stands whole on as many lines as it takes", arguments: [20, 40, 80])
  func longWords(columns: Int) throws {
    var view = try view(columns: columns)
    let word = String(repeating: "abc ", count: 40)
    _ = type("/\(word)", in: &view)
    #expect(text(&view).joined().filter { $0 == "c" }.count >= 40)
    _ = type("<enter>", in: &view)
    #expect(text(&view).joined(separator: " ").split(separator: " ").contains("changes"))
    #expect(view.lines(isColored: false).count == 24)
  }

  @Test("a character that is shown by its name is found by it")
  func namedCharacters() throws {
    var view = try view([
      "{\"kind\":\"inserted\",\"key\":[\"1\"],\"target\":0,\"record\":{\"id\":\"a\u{A0}b\"}}",
      #"{"kind":"inserted","key":["2"],"target":1,"record":{"id":"a b"}}"#,
    ])
    _ = type("G/U+00A0<enter>", in: &view)
    #expect(view.selected == 0)
  }
}

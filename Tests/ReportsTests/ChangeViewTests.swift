import Comparing
import Patching
import Records
import Testing

@testable import Reports

/// The viewer's model: what keys do to what is listed and selected, and which lines the screen has.
@Suite struct ChangeViewTests {
  /// A result of so many changes of all kinds in turn; the names of the updated ones hold an ä in every tenth.
  private func view(of count: Int = 40, rows: Int = 24, columns: Int = 80) throws -> ChangeView {
    let changes = (0..<count).map { number in
      switch number % 4 {
      case 0:
        #"{"kind":"deleted","key":["\#(number)"],"source":\#(number),"record":{"id":"\#(number)"}}"#
      case 1:
        #"{"kind":"inserted","key":["\#(number)"],"target":\#(number),"record":{"id":"\#(number)"}}"#
      case 2:
        #"{"kind":"updated","key":["\#(number)"],"source":1,"target":1,"moved":false,"fields":{"name":{"old":"Saw","new":"S\#(number % 10 == 0 ? "Ä" : "a")w \#(number)"}}}"#
      default: #"{"kind":"moved","key":["\#(number)"],"source":\#(number),"target":1}"#
      }
    }
    return try view(changes, rows: rows, columns: columns)
  }

  private func view(_ changes: [String], rows: Int = 24, columns: Int = 80) throws -> ChangeView {
    let text = """
      {"lunadiff":1,"source":{"path":"old.csv","records":9},"target":{"path":"new.csv","records":9},
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
      ("/Ä<enter>", 10), ("/saw 6<enter>", 6), ("/Saw 6<enter>", 6), ("/SAW 6<enter>", 0),
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
    #expect(view.rows[view.selected] == 8)
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
    for rows in [1, 3, 4, 5, 11, 12, 24, 60] {
      for columns in [1, 10, 20, 40, 80, 140] {
        var view = try view([wide, long, long], rows: rows, columns: columns)
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

  @Test("a result without changes has an empty list")
  func empty() throws {
    var view = try view([])
    #expect(type("jkG<enter>/x<enter>n~", in: &view))
    #expect(text(&view).contains { $0.contains("no change is listed") })
  }
}

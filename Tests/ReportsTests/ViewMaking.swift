import Comparing
import Patching
import Records

@testable import Reports

/// What makes viewers of results, and types at them.
protocol ViewMaking {}

extension ViewMaking {
  /// A result of so many changes, as many of each kind; the names of the updated ones hold an ä in every tenth.
  func view(of count: Int = 40, head: String = "", rows: Int = 24, columns: Int = 80) throws -> ChangeView {
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

  func view(
    _ changes: [String], head: String = "", alone: String = #""deleted":[],"inserted":[]"#, rows: Int = 24,
    columns: Int = 80
  ) throws -> ChangeView {
    let text = """
      {"lunadiff":1,\(head)"source":{"path":"old.csv","records":9},"target":{"path":"new.csv","records":9},
      "columns":{"common":["id"],\(alone)},
      "summary":{"deleted":1,"inserted":1,"updated":1,"moved":1,"unchanged":5},
      "changes":[\(changes.joined(separator: ","))]}
      """
    var view = try ChangeView(RecordedResult.read(bytes: Array(text.utf8), name: "result.json"))
    view.resize(rows: rows, columns: columns)
    return view
  }

  /// Types letters; what stands in angle brackets is a key's name.
  func type(_ text: String, in view: inout ChangeView) -> Bool {
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

  func text(_ view: inout ChangeView) -> [String] {
    view.lines(isColored: false).map { $0.pieces.map(\.text).joined() }
  }
}

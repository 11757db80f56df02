import Analysis
import Comparing
import Platform
import Records

extension RecordLife.Event.Kind {
  var word: String { self == .present ? "there" : "\(self)" }

  private var change: Change.Kind? {
    switch self {
    case .present: nil
    case .came: .inserted
    case .changed: .updated
    case .went: .deleted
    }
  }

  /// The kind of a change in JSON.
  var jsonWord: String { change?.rawValue ?? "present" }

  var role: Palette.Role { change?.role ?? .plain }
}

extension RecordLife {
  /// One thing that an event says: `price: 1.00 → 1.20`, or a value of a record that came.
  struct Line {
    let name: String
    var old: Value?
    var new: Value?
  }

  /// What an event says, a value each: what differs inside nested values by its path.
  static func lines(of event: Event) -> [Line] {
    func text(_ key: [Value]) -> Value { .text(Text(Change.describe(key))) }
    let key = event.key.map { [Line(name: "key", old: event.formerKey.map(text), new: text($0))] } ?? []
    let values = event.values.map { Line(name: $0.column, new: $0.value) }
    let changes = event.fields.flatMap { field -> [Line] in
      guard let paths = field.paths, !paths.isEmpty else {
        return [Line(name: field.column, old: field.old, new: field.new)]
      }
      return paths.map { path in
        let name = field.column + ViewedChange.path(path.path)
        let place = path.from?.split(separator: "/").last.map { " from [\($0)]" } ?? ""
        return Line(name: path.kind == .moved ? "\(name) (moved\(place))" : name, old: path.old, new: path.new)
      }
    }
    return key + values + changes
  }

  /// What is to be known beside the events; `nil` where there is nothing.
  var remark: String? {
    hadOtherKey.map { "before, its key was \(Change.describe($0)): ask for that, to see what was then" }
  }
}

struct LifeText: LineWriter {
  let result: ChainResult
  let labels: ChainLabels
  let options: ReportOptions
  let out: OutputBuffer
  private var palette: Palette { Palette(isOn: options.color) }
  private static let widest = 60

  func write() {
    palette.paint(.bold, out, DisplayText(result.life.shownKey.joined(separator: ", ")).text(within: Self.widest))
    palette.paintLine(.dim, out, " in \(labels.summary)\(result.keyWords)")
    let rules = result.ruleWords
    if !rules.isEmpty { palette.paintLine(.dim, out, DisplayText(rules).text(within: 400)) }
    let width = labels.width
    for event in result.life.events {
      let label = labels.texts[event.export]
      let lead = label + String(repeating: " ", count: width - DisplayText(label).width) + "  "
      let word = event.kind.word
      out.append(text: lead)
      palette.paint(event.kind.role, out, word)
      let lines = RecordLife.lines(of: event)
      let blanks = String(repeating: " ", count: 9 - word.utf8.count)
      if event.kind == .changed { append(lines, indent: lead.count + 9, blanks) } else { append(values: lines, blanks) }
    }
    if let remark = result.life.remark { palette.paintLine(.dim, out, remark) }
  }

  private func append(_ lines: [RecordLife.Line], indent: Int, _ blanks: String) {
    for (number, line) in lines.enumerated() {
      out.append(text: number == 0 ? blanks : String(repeating: " ", count: indent))
      palette.paint(.dim, out, safe(line.name) + ": ")
      let values = [line.old, line.new]
      switch (line.old, line.new) {
      case (nil, let new?): palette.paint(.inserted, out, "+ " + Self.shown(new))
      case (let old?, nil): palette.paint(.deleted, out, "- " + Self.shown(old))
      default:
        palette.paint(.deleted, out, Self.shown(values[0] ?? .absent))
        out.append(" → ")
        palette.paint(.inserted, out, Self.shown(values[1] ?? .absent))
      }
      out.append("\n")
    }
  }

  private func append(values lines: [RecordLife.Line], _ blanks: String) {
    guard !lines.isEmpty else { return out.append("\n") }
    out.append(text: blanks)
    for (number, line) in lines.enumerated() {
      palette.paint(.dim, out, (number == 0 ? "" : ", ") + safe(line.name) + ": ")
      out.append(text: Self.shown(line.new ?? .absent))
    }
    out.append("\n")
  }

  private static func shown(_ value: Value) -> String {
    value.withField { field in
      field.isNested ? DisplayText(field).ends(within: widest) : DisplayText(field).text(within: widest)
    }
  }
}

struct LifeJSON {
  let result: ChainResult
  let out: OutputBuffer

  func write() {
    out.document { json in
      json.members(of: result)
      json.object("history") {
        json.member("key", result.life.shownKey)
        json.member("formerKey", ifAny: result.life.hadOtherKey ?? []) { json.value($0) }
        json.member("events") { json.list(result.life.events, .lines) { write($0, json) } }
      }
    }
  }

  private func write(_ event: RecordLife.Event, _ json: JSONEmitter) {
    json.object {
      json.member("export", event.export)
      json.member("kind", event.kind.jsonWord)
      json.member("key", ifAny: event.key ?? []) { json.value($0) }
      switch event.kind {
      case .present, .came:
        json.object("record") {
          for (column, value) in event.values {
            json.member(named: column)
            json.value(value)
          }
        }
      case .changed: json.object("fields") { for field in event.fields { write(field, json) } }
      case .went: break
      }
    }
  }

  private func write(_ field: Change.FieldChange, _ json: JSONEmitter) {
    json.member(named: field.column)
    json.object {
      if let old = field.old { json.member("old") { json.value(old) } }
      if let new = field.new { json.member("new") { json.value(new) } }
      if let paths = field.paths { json.member("paths") { json.list(paths) { json.value($0) } } }
    }
  }
}

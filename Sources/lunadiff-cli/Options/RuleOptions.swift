import ArgumentParser
import Comparing
import Records
import Requests

protocol KeyFlag { static var names: NameSpecification { get } }

enum UsualKeyFlag: KeyFlag {
  static var names: NameSpecification { [.customShort("k", allowingJoined: true), .customLong("key")] }
}

/// `-k` alone: `--key` is a record's.
enum ShortKeyFlag: KeyFlag {
  static var names: NameSpecification { [.customShort("k", allowingJoined: true), .customLong("key-columns")] }
}

/// The flags of rules, whatever that for the columns of the key is called.
protocol RuleGroup {
  var sources: [DiffRequest.RuleSource] { get }
  var flags: RuleSet { get }
  var plugins: PluginOptions { get }
  var noProject: Bool { get }
}

typealias RuleOptions = NamedRuleOptions<UsualKeyFlag>

/// What makes two records the same, and what makes them equal: rules in Lua, and the flags of ``RuleField/all``.
///
/// The argument parser finds the flags by reflection, and is shown those of the fields as if each was a property.
struct NamedRuleOptions<Key: KeyFlag>: ParsableArguments, RuleGroup, CustomReflectable {
  @Option(
    name: [.customShort("r", allowingJoined: true), .customLong("rules")],
    help: Help.flag(
      "A file of rules in Lua. Repeatable.", value: "file",
      """
      It returns a table, or defines globals: identity, equal, ignore, only, normalize, filter, section and more. If \
      several files set the same field, the last one holds; -e and flags hold over files.
      """)) var rules: [String] = []

  @Option(
    name: [.customShort("e", allowingJoined: true), .customLong("eval")], parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Rules in Lua on the command line.", value: "lua",
      "They are read after the files of -r, as in -e 'function identity(r) return r.email:lower() end'.")) var eval:
    [String] = []

  @Option(
    help: Help.flag(
      "Change values before they are compared.", value: "column=steps",
      """
      The steps are functions of luna.text, one after another: --normalize name=trim,lower or --normalize \
      'price=scale(0.01)'. They replace those that a file or -e gives for the same column.
      """), transform: ColumnSteps.parse) var normalize: [ColumnSteps] = []

  @Option(
    help: Help.flag(
      "The same for the values of OLD alone.", value: "column=steps",
      """
      For two sides that are written differently: --old-normalize 'price=scale(0.01)' if OLD has cents. Numbers and \
      dates of the other side are then read as such.
      """), transform: ColumnSteps.parse) var oldNormalize: [ColumnSteps] = []

  @Option(
    help: Help.flag("The same for the values of NEW alone.", value: "column=steps"), transform: ColumnSteps.parse)
  var newNormalize: [ColumnSteps] = []

  @Flag(
    help: Help.flag(
      "Do not use the rules of the project.",
      """
      They are in .lunadiff/project.lua, in NEW's directory or one above it, or else OLD's, and are used once they \
      are trusted: lunadiff plugins trust. Files of rules, -e and flags hold over them.
      """)) var noProject = false

  @OptionGroup(title: "Rules") var plugins: PluginOptions

  /// The flags of fields, in the order in which help lists them.
  private var fields = RuleField.all(
    first: "identity", "ignore", "only", "tolerance", "ignore_case", "trim", "rename", "key_as", "ignore_order",
    "lists", "json", "section", "elements", "section_key"
  ).compactMap { RuleFlag($0, names: Key.names) }

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: PropertyName.self)
    for index in fields.indices { try fields[index].read(values) }
    _rules = try values.decode(Option<[String]>.self, forKey: "rules")
    _eval = try values.decode(Option<[String]>.self, forKey: "eval")
    _normalize = try values.decode(Option<[ColumnSteps]>.self, forKey: "normalize")
    _oldNormalize = try values.decode(Option<[ColumnSteps]>.self, forKey: "oldNormalize")
    _newNormalize = try values.decode(Option<[ColumnSteps]>.self, forKey: "newNormalize")
    _noProject = try values.decode(Flag<Bool>.self, forKey: "noProject")
    _plugins = try values.decode(OptionGroup<PluginOptions>.self, forKey: "plugins")
  }

  var customMirror: Mirror {
    var children: [Mirror.Child] = fields.map { ($0.field.name, $0.definition) }
    let steps: [Mirror.Child] = [
      ("normalize", _normalize), ("oldNormalize", _oldNormalize), ("newNormalize", _newNormalize),
    ]
    let place = children.firstIndex { $0.label == "rename" } ?? children.endIndex
    children.insert(contentsOf: steps, at: place)
    children.insert(contentsOf: [("rules", _rules), ("eval", _eval)], at: 1)
    return Mirror(self, children: children + [("noProject", _noProject), ("plugins", _plugins)])
  }

  var flags: RuleSet { fields.reduce(into: RuleSet()) { rules, flag in flag.changes.forEach { $0.make(&rules) } } }

  /// The rules in the order in which they override: files, then `-e`, then the flags of normalizers.
  var sources: [DiffRequest.RuleSource] {
    rules.map { .file($0) }
      + eval.enumerated().map { index, text in .text(text, name: eval.count == 1 ? "-e" : "-e #\(index + 1)") }
      + normalizers
  }

  /// Those that the flags of normalizers say, as one text, since they are about the same columns.
  private var normalizers: [DiffRequest.RuleSource] {
    let sided = [("old", oldNormalize), ("new", newNormalize)].flatMap { side, flags in
      flags.map { (column: $0.column, steps: $0.steps.map { "{ \(side) = \($0) }" }) }
    }
    let all = Dictionary(grouping: normalize.map { ($0.column, $0.steps) } + sided) { ColumnName($0.column) }
    let lists = all.sorted { $0.key < $1.key }.map { column, flags in
      let steps = flags.flatMap(\.steps)
      return "[\(column.text.luaText)] = { \(steps.joined(separator: ", ")) }"
    }
    guard !lists.isEmpty else { return [] }
    let flags = [("--normalize", normalize), ("--old-normalize", oldNormalize), ("--new-normalize", newNormalize)]
    let given = flags.filter { !$0.1.isEmpty }.map(\.0).joined(separator: ", ")
    return [.text("{ normalize = { \(lists.joined(separator: ", ")) } }", name: given)]
  }

  func validate() throws {
    let flags = flags
    if flags.isOn(.ignoreOrder), flags.moves != nil {
      throw ValidationError("--ignore-order and --moves exclude each other")
    }
    if flags.section != nil, flags.elements != nil {
      throw ValidationError("--section and --elements exclude each other")
    }
    if flags.sectionKey != nil, flags.elements == nil { throw ValidationError("--section-key needs --elements") }
  }
}

/// Any property of a group of flags, by its name.
private struct PropertyName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral name: String) { stringValue = name }
  init?(intValue: Int) { nil }
}

private struct RuleChange: Sendable {
  let make: @Sendable (inout RuleSet) -> Void

  init(_ make: @escaping @Sendable (inout RuleSet) -> Void) { self.make = make }
}

private struct RuleFlag: Sendable {
  /// How often a flag may be used: it is on or off, the last use holds, or all of them do.
  private enum Uses: Sendable {
    case isOn(Flag<Bool>, RuleField.Switch)
    case last(Option<RuleChange?>)
    case all(Option<[RuleChange]>)
  }

  let field: RuleField
  private var uses: Uses
  private(set) var changes: [RuleChange] = []

  /// `names` are those of the flag for the key's columns; `nil` for a field without a flag.
  init?(_ field: RuleField, names: NameSpecification) {
    guard let flag = field.flag else { return nil }
    self.field = field
    let isKey = if case .identity = field.kind { true } else { false }
    let name = isKey ? names : .customLong(flag.name ?? flagName(of: field.name))
    let help = Help.flag(flag.summary, value: flag.value, RuleFlagDetails.byField[field.name] ?? flag.details)
    func last(_ change: @escaping @Sendable (String) throws -> RuleChange, _ words: [String]? = nil) -> Uses {
      .last(Option(name: name, help: help, completion: words.map { .list($0) }, transform: change))
    }
    func all(_ change: @escaping @Sendable (String) throws -> RuleChange) -> Uses {
      .all(Option(wrappedValue: [], name: name, help: help, transform: change))
    }
    switch field.kind {
    case .isOn(let rule): uses = .isOn(Flag(wrappedValue: false, name: name, help: help), rule)
    case .text(let place): uses = last { text in RuleChange { $0[keyPath: place] = text } }
    case .section: uses = last { text in RuleChange { $0.section = .column(text) } }
    case .word(let choice): uses = last({ try RuleChange($0, of: choice) }, choice.words)
    case .texts(let place):
      uses = all { text in
        let names = try ColumnList.parse(text)
        return RuleChange { $0[keyPath: place] = ($0[keyPath: place] ?? []) + names }
      }
    case .identity:
      uses = all { text in
        let names = try ColumnList.parse(text)
        return RuleChange { $0.identify(by: ($0.identity == .record ? ["none"] : $0.identityColumns) + names) }
      }
    case .tolerance:
      uses = all { text in
        let tolerance = try ColumnTolerance.parse(text)
        return RuleChange { $0.tolerate(tolerance.comparator, in: tolerance.column) }
      }
    case .lists:
      uses = all { text in
        let list = try ListFlag.parse(text)
        return RuleChange { $0.lists[list.path] = ListRule(words: list.rule) }
      }
    case .rename:
      uses = all { text in
        let names = try ColumnRename.parse(text)
        return RuleChange { $0.renames[names.old] = names.new }
      }
    case .equal, .normalize, .filter, .group, .columns, .limits: return nil
    }
  }

  /// What the argument parser takes for a property.
  var definition: Any {
    switch uses {
    case .isOn(let flag, _): flag
    case .last(let option): option
    case .all(let option): option
    }
  }

  mutating func read(_ values: KeyedDecodingContainer<PropertyName>) throws {
    let name = PropertyName(stringValue: field.name)
    switch uses {
    case .isOn(_, let rule):
      let isOn = try values.decode(Flag<Bool>.self, forKey: name).wrappedValue
      changes = isOn ? [RuleChange { $0.switches[rule] = true }] : []
    case .last: changes = try [values.decode(Option<RuleChange?>.self, forKey: name).wrappedValue].compactMap(\.self)
    case .all: changes = try values.decode(Option<[RuleChange]>.self, forKey: name).wrappedValue
    }
  }
}

extension RuleChange {
  fileprivate init(_ word: String, of choice: RuleField.Choice) throws {
    guard choice.words.contains(word) else {
      let known = ArgumentValueError.choice(word, of: choice.words)
      throw choice.switches[word].map { ArgumentValueError("\(known); use --\(flagName(of: $0.rawValue))") } ?? known
    }
    self.init { _ = choice.say(word, in: &$0) }
  }
}

/// The usual name of a field's flag, without dashes in front.
private func flagName(of field: String) -> String { String(field.map { $0 == "_" ? "-" : $0 }) }

/// What long help says of flags where it names others: only the command line knows how they are written.
private enum RuleFlagDetails {
  static let byField = [
    "identity": """
    As in -k id, or -k name,country for a key of two columns; write \\, for a comma inside a name. By default \
    the key is searched for that pairs most records as they stand; lunadiff probe tries other forms, too. With \
    -k none a record is only paired with an equal one, and nothing is ever updated.
    """,
    "tolerance": """
    --tolerance 0.01 is for every column, --tolerance price=0.01 for one; --tolerance 1% is a share of the greater \
    number. Only numbers are compared so; other text has to be equal.
    """,
    "lists": """
    --list items=sku pairs the elements of 'items' by their member 'sku', --list orders.lines=id,line by two. \
    'set' in place of a member ignores the order, 'position' pairs the first with the first, and 'sequence' (the \
    default) pairs elements that are equal.
    """,
    "elements": #"For [{"id": 1, "items": [{…}, …]}, …] say --elements items."#,
    "section_key": "By default those of -k.",
    "ignore": "Separated by commas, as in --ignore updated_at,notes.",
    "moves": """
    'minimal' (the default) reports as few as possible. 'heckel' follows the rule of Heckel's paper as view \
    libraries apply it, which can report many more.
    """,
  ]
}

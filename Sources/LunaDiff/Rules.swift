import Comparing
import Records
import Requests
import Rules

/// What makes two records the same record, and two versions of it equal: from Lua, from Swift, or from both.
///
/// ```swift
/// var rules = Rules.file("prices.lua")
/// rules.ignore = ["updated_at"]
///
/// let others = Rules {
///   $0.identity = ["id"]
///   $0.equal["price"] = .number(within: 0.01)
///   $0.normalize["name"] = [.trim, .lua("luna.text.lower")]
///   try $0.set("mask", to: ["iban"])
/// }
/// ```
///
/// What is said in Swift is laid over what Lua says, field by field. Names are those of a rules file's fields.
public struct Rules: Sendable {
  private var lua: [DiffRequest.RuleSource] = []
  /// Fields by name, in Lua.
  private var fields: [String: String] = [:]

  /// The columns that identify a record, none for the whole record; `nil`: a key is searched for.
  public var identity: [String]?
  /// Columns by which records may be paired that ``identity`` has left without a partner, one list after another.
  public var passes: [[String]] = []
  /// How the values of columns are compared that are not to be the same exactly.
  public var equal: [String: Comparator] = [:]
  /// What the values of columns go through, in this order, before anything looks at them.
  public var normalize: [String: [Normalizer]] = [:]
  /// Columns that make no record updated.
  public var ignore: [String] = []
  /// The only columns that are compared; `nil` for all.
  public var only: [String]?
  /// For columns of the old input the names that they have in the new one.
  public var rename: [String: String] = [:]
  /// The column that names a record's section.
  public var section: String?
  /// How far apart two numbers may be in columns that have no rule of their own.
  public var tolerance: Double?
  /// Whether the case of texts means nothing.
  public var ignoresCase = false
  /// Whether white space at the ends of texts means nothing.
  public var trims = false

  /// No rules: a key is searched for, and values are compared exactly.
  public init() {}

  /// Rules made in Swift.
  public init(_ make: (inout Rules) throws -> Void) rethrows { try make(&self) }

  /// Rules files in Lua, read when they are used; where there is none of a name, `plugin:name` is rules of a plug-in.
  ///
  /// - Parameter paths: The files; later ones override earlier ones, field by field.
  public static func file(_ paths: String...) -> Rules {
    Rules { $0.lua = paths.map { .file($0) } }
  }

  /// Rules in Lua as text: a rules file's content, or an expression.
  ///
  /// - Parameters:
  ///   - lua: The text.
  ///   - name: What messages call it.
  ///   - directory: Where `require` and `luna.lookup` find files; without one they find none.
  public static func text(_ lua: String, name: String = "rules", directory: String? = nil) -> Rules {
    Rules { $0.lua = [.text(lua, name: name, directory: directory)] }
  }

  /// Sets a field of rules files by its name there: any of them, but for what has to be a function.
  ///
  /// ```swift
  /// try rules.set("moves", to: "heckel")
  /// try rules.set("lists", to: ["items": "sku"])
  /// ```
  ///
  /// It is laid over what files and texts say, and under the properties. A comparison says what is wrong with it, as of
  /// a rules file named `rules`.
  ///
  /// - Parameters:
  ///   - field: The name.
  ///   - value: As it stands in a rules file: a text, a number, true or false, a list, or a table by column.
  /// - Throws: `EncodingError`.
  public mutating func set(_ field: String, to value: some Encodable) throws {
    fields[field] = try ValueEncoder.tree(of: value).luaText
  }

  /// Rules in Lua; later ones override earlier ones, field by field.
  ///
  /// - Parameter host: Has what rules call by name, and is given what stands beside Lua in a list of normalizers.
  func sources(_ host: inout HostRules) throws -> [DiffRequest.RuleSource] {
    var lists: [String: String] = [:]
    for (place, (column, steps)) in normalize.sorted(by: { $0.key < $1.key }).enumerated() where steps.areInLua {
      let items = try steps.enumerated().map { try $1.luaText(named: " \(place) \($0)", in: &host) }
      lists[column] = "{ \(items.joined(separator: ", ")) }"
    }
    func source(_ entries: [String: String], _ place: (String) -> String = { $0 }) -> [DiffRequest.RuleSource] {
      let entries = entries.sorted { $0.key < $1.key }.map { "[\($0.key.luaText)] = \($0.value)" }
      return entries.isEmpty ? [] : [.text(place("{ \(entries.joined(separator: ", ")) }"), name: "rules")]
    }
    return lua + source(fields) + source(equal.compactMapValues(\.lua)) { "{ equal = \($0) }" }
      + source(lists) { "{ normalize = \($0) }" }
  }

  /// What the properties say.
  ///
  /// - Parameter host: Has what rules call by name.
  func ruleSet(_ host: HostRules) throws -> RuleSet {
    var rules = RuleSet()
    rules.identity = identity.map { $0.isEmpty ? .record : .columns($0) }
    rules.passes = passes.map(MatchingPass.columns)
    for (column, comparator) in equal where comparator.lua == nil {
      rules.comparators[column] = .native(try comparator.resolve(host))
    }
    for (column, steps) in normalize where !steps.areInLua {
      rules.normalizers[column] = try steps.map { .native(try $0.resolve(host), of: $0.side) }
    }
    rules.ignored = ignore.isEmpty ? nil : ignore
    rules.only = only
    rules.renames = ColumnMap(rename.map { ($0.key, $0.value) })
    rules.section = section.map(ComparisonPlan.Section.column)
    rules.tolerance = try tolerance.map { try NumberComparator(tolerance: "\($0)") }
    if ignoresCase { rules.switches[.ignoreCase] = true }
    if trims { rules.switches[.trim] = true }
    return rules
  }
}

extension ValueTree {
  fileprivate var luaText: String {
    switch content {
    case .none, .absent, .value(.null), .value(.absent): "nil"
    case .value(.text(let text)): text.string.luaText
    case .value(let value): value.description
    case .elements(let elements): "{ \(elements.map(\.luaText).joined(separator: ", ")) }"
    case .members(let members):
      "{ \(members.map { "[\($0.name.luaText)] = \($0.tree.luaText)" }.joined(separator: ", ")) }"
    }
  }
}

extension Rules {
  /// Decides whether two values of a column are equal.
  public struct Comparator: Sendable {
    /// Finds the comparator among those of a host's.
    fileprivate let resolve: @Sendable (HostRules) throws -> any Comparing.Comparator
    /// Lua that makes it; `nil` for others.
    fileprivate private(set) var lua: String?

    /// The same value, whatever its spelling; as without a rule.
    public static let exact = Comparator { _ in ExactComparator() }
    /// A comparator in Lua, as a rules file has it: `luna.compare.nocase` for texts that differ in case alone,
    /// `luna.compare.null_as("")` for a value that is missing and an empty cell, `luna.compare.acme.iban()` for a
    /// plug-in's.
    public static func lua(_ expression: String) -> Comparator {
      Comparator(resolve: exact.resolve, lua: expression)
    }

    /// Numbers are equal that are no further apart, in exact decimal arithmetic.
    ///
    /// - Parameters:
    ///   - distance: How far apart they may be.
    ///   - share: How far apart they may be as a part of the greater one: 0.05 is five per cent.
    public static func number(within distance: Double = 0, share: Double? = nil) -> Comparator {
      Comparator { _ in try NumberComparator(absolute: "\(distance)", relative: share.map { "\($0)" }) }
    }

    /// Dates and times are equal that are no further apart.
    ///
    /// - Parameters:
    ///   - seconds: How far apart they may be.
    ///   - formats: How they are written, as in `%d.%m.%Y`; none for ISO 8601.
    public static func date(within seconds: Double = 0, formats: [String] = []) -> Comparator {
      Comparator { _ in try DateComparator(tolerance: "\(seconds)", formats: formats, zone: nil) }
    }

    /// A comparator that the host has by this name: see ``LunaHost/comparator(_:_:)``.
    public static func named(_ name: String) -> Comparator { Comparator { try $0.comparator(name) } }

    /// A function of the old and the new value, called on any thread; the same value is equal without a call.
    ///
    /// A value that is missing or null equals nothing else, unless the function takes optionals.
    public static func function<Operand: Decodable & SendableMetatype>(
      _ body: @escaping @Sendable (Operand, Operand) throws -> Bool
    ) -> Comparator { Comparator { _ in HostComparator("a function of the program's", typed(body)) } }

    /// A function of values as one of what they are decoded as.
    static func typed<Operand: Decodable & SendableMetatype>(
      _ body: @escaping @Sendable (Operand, Operand) throws -> Bool
    ) -> @Sendable (Records.Value, Records.Value) throws -> Bool {
      { old, new in
        guard takes(old, as: Operand.self), takes(new, as: Operand.self) else { return false }
        return try body(ValueDecoder.decode(old), ValueDecoder.decode(new))
      }
    }
  }

  /// Whether a function that takes such operands is asked about a value.
  static func takes<Operand>(_ value: Records.Value, as type: Operand.Type) -> Bool {
    value != .absent && value != .null || type == Value.self || type is any ExpressibleByNilLiteral.Type
  }
}

extension Rules {
  /// A rewriting of values that is done before anything looks at them.
  public struct Normalizer: Sendable {
    fileprivate let resolve: @Sendable (HostRules) throws -> any Comparing.Normalizer
    /// Lua that makes it; `nil` for others.
    fileprivate private(set) var lua: String?
    /// The only side whose values go through it; `nil` for both.
    fileprivate private(set) var side: Side?

    /// The same for the values of the old input alone, where that is written otherwise than the new one.
    ///
    /// As in `$0.normalize["price"] = [.old(.lua("luna.text.scale(0.01)"))]`. Values of the same text are then looked
    /// at as others are: one that was not converted is a difference.
    public static func old(_ normalizer: Normalizer) -> Normalizer {
      Normalizer(resolve: normalizer.resolve, lua: normalizer.lua, side: .source)
    }

    /// The same for the values of the new input alone.
    public static func new(_ normalizer: Normalizer) -> Normalizer {
      Normalizer(resolve: normalizer.resolve, lua: normalizer.lua, side: .target)
    }

    /// Without white space at the ends.
    public static let trim = Normalizer { _ in TextNormalizer(.trim) }
    /// A normalizer in Lua, as a rules file has it: `luna.text.lower` for small letters, `luna.text.acme.compact()` for
    /// a plug-in's.
    public static func lua(_ expression: String) -> Normalizer {
      Normalizer(resolve: trim.resolve, lua: expression)
    }

    /// A normalizer that the host has by this name: see ``LunaHost/normalizer(_:_:)``.
    public static func named(_ name: String) -> Normalizer { Normalizer { try $0.normalizer(name) } }

    /// A function of a value, called on any thread.
    ///
    /// A value that is missing or null stays as it is, unless the function takes an optional.
    public static func function<Operand: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
      _ body: @escaping @Sendable (Operand) throws -> Result
    ) -> Normalizer { Normalizer { _ in HostNormalizer("a function of the program's", typed(body)) } }

    /// Itself in Lua, or a name by which Lua finds it: one that no app can give.
    fileprivate func luaText(named name: String, in host: inout HostRules) throws -> String {
      let text = lua ?? name.luaText
      if lua == nil { host.add(name, try resolve(host)) }
      return side.map { "{ \($0.ruleName) = \(text) }" } ?? text
    }

    static func typed<Operand: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
      _ body: @escaping @Sendable (Operand) throws -> Result
    ) -> @Sendable (Records.Value) throws -> Records.Value {
      { value in
        guard takes(value, as: Operand.self) else { return value }
        return try ValueEncoder.value(of: body(ValueDecoder.decode(value)))
      }
    }
  }
}

extension [Rules.Normalizer] {
  /// Whether one of them is Lua, so that Lua has to list all.
  fileprivate var areInLua: Bool { contains { $0.lua != nil } }
}

import Records
import Synchronization

/// A plan whose column names have been found in two tables.
///
/// An object, since everything that compares has it.
package final class ResolvedPlan: Sendable {
  /// A column to compare; a side without it has no place.
  ///
  /// An object, since it is looked at for every pair of records, and a copy of all that it holds would cost more than
  /// most comparisons.
  package final class Column: Sendable {
    package let name: String
    package let source: Int?
    package let target: Int?
    package let equality: ComparisonPlan.ColumnEquality
    package let inside: ValueRules
    /// Whether nested values are equal if nothing inside differs: no comparator decides about them as they are.
    package let comparesInside: Bool
    package let isMasked: Bool
    /// Whether two values are equal if they are as they stand, or after their normalizers.
    let isPlain: Bool
    /// Whether values are equal exactly if they are the same under the rules for what is inside them.
    let isExact: Bool

    init(
      name: String, source: Int?, target: Int?, equality: ComparisonPlan.ColumnEquality, inside: ValueRules,
      comparesInside: Bool, isMasked: Bool
    ) {
      (self.name, self.source, self.target) = (name, source, target)
      (self.equality, self.inside) = (equality, inside)
      (self.comparesInside, self.isMasked) = (comparesInside, isMasked)
      isPlain = inside.isEmpty && equality.isExact
      isExact = equality.isExact && !inside.states.contains { $0.equality != nil }
    }

    package func place(in side: Side) -> Int? { side == .source ? source : target }

    func isDerived(in side: Side) -> Bool { (place(in: side) ?? -1) >= RecordReader.firstDerived }
  }

  package let rules: ComparisonPlan
  /// The plan as it was given: with columns whole that others' paths lead into, and to be bound again with another
  /// identity.
  package let given: ComparisonPlan
  package let columns: ColumnMatch
  /// The columns whose values can make a record updated.
  package let compared: [Column]
  /// The identity's columns where it is made of columns; of the whole record, all that are compared.
  package let key: [Column]
  package let section: Column?
  /// The columns that rules make of others, by their names.
  package let derived: [Column]

  let inside: InsideRules

  /// Which columns are compared of records that have few of many; `nil` where records have most of them.
  let sparse: SparseColumns?

  /// Plans of other identities that were made of this one, and bound to columns of the same names.
  let others = Bindings()
  /// What reports say of the rules, once one has asked.
  let terms = Mutex<[ComparisonTerms.Rule]?>(nil)

  package var run: ComparisonRun { rules.run }

  package var hasSparseRecords: Bool { sparse != nil }

  /// Whether equal bytes of two records mean equal values: both inputs have one layout, one name for each column, and
  /// the same normalizers.
  package let hasCommonLayout: Bool

  /// Whether comparators or functions may call records equal whose values are not the same.
  var hasComparators: Bool {
    guard case .columns = rules.equality else { return true }
    return !compared.allSatisfy(\.isExact)
  }

  /// Whether the identity is columns as they stand, with nothing to compute.
  package var hasRawKey: Bool {
    if case .script = rules.identity { return false }
    return !hasRulesInsideKey && key.allSatisfy { rules.steps(for: $0.name).isEmpty && !rules.isDerived($0.name) }
  }

  /// Whether the identity is the whole record, and rules speak of what is inside its values.
  var hasRulesInsideKey: Bool {
    if case .record = rules.identity { key.contains { !$0.inside.isEmpty } } else { false }
  }

  /// For each compared column the one that its path leads into; any other column as it is.
  package var wholeColumns: [Column] {
    let places = Dictionary(placesOf: columns.common.map(\.name))
    return compared.map { column in
      guard places[ColumnName(column.name)] == nil,
        let index = NestedRules.owners(of: column.name).lazy.compactMap({ places[$0] }).first
      else { return column }
      let owner = columns.common[index]
      return Column(
        name: owner.name, source: owner.source, target: owner.target, equality: .native(ExactComparator()),
        inside: ValueRules(), comparesInside: false, isMasked: rules.isMasked(owner.name))
    }
  }

  /// Finds the plan's columns.
  ///
  /// - Throws: `ComparisonError` for a column that neither side, or for a key one side, lacks.
  package init(_ given: ComparisonPlan, source: RecordTable, target: RecordTable) throws {
    if given.hasMask { try Mask.checkKey() }
    let tables = Sides(source: source, target: target)
    let named = try given.renamingSimilarColumns(in: tables).withNamesAsKey(of: source, target)
      .findingOptionalNames(in: tables)
    self.given = named
    let inside = InsideRules(named.withTypedKey(columns: target.columns), columns: named.columnNames(of: tables))
    let plan = inside.plan
    self.inside = inside
    hasCommonLayout = plan.renames.isEmpty && !named.hasSidedSteps && source.hasSameLayout(as: target)
    let binder = ColumnBinder(plan: plan, inside: inside, tables: tables)
    columns = binder.match
    try binder.checkDerived()
    derived = plan.derived.sortedByName.map { binder.column($0.key) }
    try binder.checkNames()
    try RenameCheck(plan: plan, tables: tables, isOfSections: binder.isOfSections).run()
    var keyNames: [String] = []
    if case .columns(let names) = plan.identity { keyNames = names }
    if let name = keyNames.firstRepeated { throw ComparisonError(.repeatedColumn(name, role: "the key")) }
    let key = try keyNames.map { try binder.keyColumn($0, role: "the key") }
    for name in plan.passes.flatMap(\.columns) { _ = try binder.keyColumn(name, role: "the identity's passes") }
    if case .column(let name) = plan.section {
      section = try binder.keyColumn(name, role: "the section")
    } else {
      section = nil
    }
    let nested = NestedRules(plan, isPath: binder.isPath)
    // Records that a later pass pairs may have different keys.
    compared = binder.comparedColumns(without: plan.passes.isEmpty ? keyNames : [], nested)
    rules = nested.cut(compared.map(\.name))
    sparse = SparseColumns(compared, rules, tables)
    if case .record = plan.identity {
      self.key = compared
      try binder.checkCommonColumns()
    } else {
      self.key = key
    }
  }
}

/// Plans that have been bound to the columns of two tables.
typealias Bindings = Recent<Binding, ResolvedPlan>

/// What a plan that is bound depends on, where both tables are delimited text: nothing but the names of its columns
/// tells there what a rule's name leads to.
struct Binding: Equatable, Sendable {
  /// What takes the place of the plan's own identity, if anything does.
  struct Identity: Equatable {
    let identity: ComparisonPlan.Identity
    let permitsGaps: Bool?
    let type: KeyType?
  }

  private let plan: Shared<ComparisonPlan.Parts>
  private let identity: Identity?
  private let columns: Sides<[String]>
  private let hasCommonLayout: Bool

  /// - Returns: `nil` where it depends on more.
  init?(_ plan: ComparisonPlan, _ tables: Sides<RecordTable>, _ identity: Identity? = nil) {
    guard Side.allCases.allSatisfy({ tables[$0].hasColumnsAlone }) else { return nil }
    self.plan = plan.$parts
    self.identity = identity
    columns = Sides { tables[$0].columns }
    hasCommonLayout = tables.source.hasSameLayout(as: tables.target)
  }

  static func == (one: Self, other: Self) -> Bool {
    one.plan == other.plan && one.identity == other.identity && one.hasCommonLayout == other.hasCommonLayout
      && Side.allCases.allSatisfy { one.columns[$0].areSameNames(as: other.columns[$0]) }
  }
}

extension ComparisonPlan {
  /// The same plan, which keeps what is found of columns for all that is compared under it.
  package var keepingBindings: ComparisonPlan {
    var plan = self
    plan.bindings = Bindings()
    return plan
  }

  /// Finds the columns in two tables, if nobody has.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit the tables.
  func bound(to tables: Sides<RecordTable>) throws -> ResolvedPlan {
    var plan = self
    // What is kept must not keep what keeps it.
    plan.bindings = nil
    guard let bindings, let binding = Binding(plan, tables) else {
      return try ResolvedPlan(plan, source: tables.source, target: tables.target)
    }
    return try bindings.value(of: binding) { try ResolvedPlan(plan, source: tables.source, target: tables.target) }
  }
}

extension ResolvedPlan {
  /// The plan that was given with another identity, bound to the same tables, or to others of the same columns.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit the tables.
  func identified(by identity: Binding.Identity, _ tables: Sides<RecordTable>) throws -> ResolvedPlan {
    let make = {
      var plan = self.given.identified(by: identity.identity, as: identity.type)
      plan.permitsMissingKeys = identity.permitsGaps ?? plan.permitsMissingKeys
      return try ResolvedPlan(plan, source: tables.source, target: tables.target)
    }
    return try Binding(given, tables, identity).map { try others.value(of: $0, make) } ?? make()
  }
}

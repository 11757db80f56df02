import Records

/// The rules for what is inside the values of one column, as an automaton that walks along with a path.
///
/// A state says what holds for the value that a path has come to. State ``free`` says nothing, of the value and of all
/// that is inside it. Where a name and `*` both lead on, what is said of the name goes before what is said of `*`.
package struct ValueRules: Sendable {
  /// What holds for a value, and where its parts lead.
  package struct State: Sendable {
    package var isIgnored = false
    package var equality: ComparisonPlan.ColumnEquality?
    package var normalizers: [ComparisonPlan.NormalizerStep] = []
    package var list: ListRule?
    /// The path as rules write it, for messages.
    package var name = ""
    var members: [[UInt8]: Int] = [:]
    var otherMember = ValueRules.free
    var elements = ValueRules.free
    /// Whether equal bytes may mean two things, here or further inside: the sides go through different normalizers.
    var isSided = false

    /// Whether the comparator is about numbers only, so that rules further inside decide about objects and lists.
    var comparesNumbers = false

    /// Whether the value is compared as a whole, by rules of its own.
    package var isWhole: Bool { equality != nil || !normalizers.isEmpty }

    func isWhole(of kind: Field.Kind) -> Bool { isWhole && !(comparesNumbers && kind.isNested) }

    /// Leaves in a buffer what the normalizers make of a value.
    ///
    /// - Throws: What a normalizer or a script throws.
    func normalize(_ field: Field, _ buffer: FieldBuffer, in side: Side, scripts: (any NestedScripts)?) throws {
      buffer.load(field)
      for step in normalizers where step.holds(in: side) {
        switch step {
        case .native(let normalizer, _): try normalizer.normalize(buffer)
        case .script(let number, _): try scripts?.normalize(buffer, function: number, path: name, in: side)
        }
      }
    }

    fileprivate var hasScripts: Bool {
      if case .script = equality { return true }
      if case .script = list { return true }
      return !normalizers.allSatisfy(\.isNative)
    }
  }

  /// The state without any rule.
  package static let free = 0
  package let root: Int
  package let states: [State]

  package let hasScripts: Bool
  /// Compares the values that no rule is about; `nil`: exactly.
  var tolerance: NumberComparator?

  package init() { self.init(root: Self.free, states: Self.freeStates) }

  private static let freeStates = [State()]

  init(root: Int, states: [State]) {
    self.root = root
    self.states = states
    hasScripts = states.contains(where: \.hasScripts)
  }

  /// Whether nothing is ruled, so that values are compared exactly.
  package var isEmpty: Bool { root == Self.free }

  func state(ofMember name: @autoclosure () -> [UInt8], in state: Int) -> Int {
    let holder = states[state]
    if holder.members.isEmpty { return holder.otherMember }
    return holder.members[name()] ?? holder.otherMember
  }

  func state(ofElementIn state: Int) -> Int { states[state].elements }
}

/// One thing that rules say of the values that a path leads to.
package enum ValueRule: Sendable {
  case ignored
  /// They count, and of everything beside them nothing does.
  case only
  case equality(ComparisonPlan.ColumnEquality)
  case normalizers([ComparisonPlan.NormalizerStep])
  case list(ListRule)
}

extension ValueRules {
  /// Makes the automaton of what rules say of paths into one column's values.
  ///
  /// - Parameters:
  ///   - column: The column's name, for messages.
  ///   - rules: Paths and what is said of them; of the same said twice of a path the later holds.
  package init(column: String, _ rules: [(path: PathPattern, rule: ValueRule)]) {
    guard !rules.isEmpty else {
      self.init()
      return
    }
    var maker = Maker(column: column)
    for (path, rule) in rules { maker.add(rule, at: path) }
    let root = maker.state(of: [0], at: [])
    self.init(root: root, states: maker.states)
  }

  /// Turns a tree of patterns into states: each is a set of the tree's nodes that a path may have come to.
  private struct Maker {
    /// A node of the tree of patterns.
    struct Node {
      var says = State()
      var isOnly = false
      /// Whether `only` holds somewhere below, so that what leads elsewhere is ignored.
      var leadsToOnly = false
      var children: [PathPattern.Step: Int] = [:]
    }

    let column: String
    var nodes = [Node()]
    var states = [State()]
    private var known: [[Int]: Int] = [:]
    private var ignoredState: Int?

    init(column: String) { self.column = column }

    mutating func add(_ rule: ValueRule, at path: PathPattern) {
      var node = 0
      for step in path.steps {
        if case .only = rule { nodes[node].leadsToOnly = true }
        if nodes[node].children[step] == nil {
          nodes[node].children[step] = nodes.count
          nodes.append(Node())
        }
        node = nodes[node].children[step] ?? 0
      }
      switch rule {
      case .ignored: nodes[node].says.isIgnored = true
      case .only: nodes[node].isOnly = true
      case .equality(let equality): nodes[node].says.equality = equality
      case .normalizers(let steps): nodes[node].says.normalizers = steps
      case .list(let list): nodes[node].says.list = list
      }
    }

    /// The state of some nodes, those that say more first; made when it is first asked for.
    mutating func state(of set: [Int], at path: [PathPattern.Step]) -> Int {
      guard !set.isEmpty else { return ValueRules.free }
      if let state = known[set] { return state }
      let number = states.count
      known[set] = number
      states.append(State())
      var state = merged(set)
      state.name = PathPattern(path).text(below: column)
      let narrows = set.contains { nodes[$0].leadsToOnly } && !set.contains { nodes[$0].isOnly }
      state.elements = next(set, [.elements], path, narrows)
      state.otherMember = next(set, [.anyMember], path, narrows)
      for step in set.flatMap({ nodes[$0].children.keys }) {
        guard case .member(let name) = step else { continue }
        state.members[name] = next(set, [step, .anyMember], path, narrows)
      }
      let inside = [state.elements, state.otherMember] + state.members.values
      state.isSided = state.normalizers.areSided || inside.contains { states[$0].isSided }
      states[number] = state
      return number
    }

    private func merged(_ set: [Int]) -> State {
      var state = State()
      for says in set.lazy.map({ nodes[$0].says }) {
        state.isIgnored = state.isIgnored || says.isIgnored
        state.equality = state.equality ?? says.equality
        if state.normalizers.isEmpty { state.normalizers = says.normalizers }
        state.list = state.list ?? says.list
      }
      state.comparesNumbers = state.normalizers.isEmpty && state.equality?.comparesNumbers ?? false
      return state
    }

    private mutating func next(_ set: [Int], _ steps: [PathPattern.Step], _ path: [PathPattern.Step], _ narrows: Bool)
      -> Int
    {
      let following = steps.flatMap { step in set.compactMap { nodes[$0].children[step] } }
      if narrows, !following.contains(where: { nodes[$0].isOnly || nodes[$0].leadsToOnly }) { return ignored() }
      return state(of: following, at: path + steps.prefix(1))
    }

    private mutating func ignored() -> Int {
      if let ignoredState { return ignoredState }
      var state = State()
      state.isIgnored = true
      ignoredState = states.count
      states.append(state)
      return states.count - 1
    }
  }
}

/// What scripts say of values inside the records that are being compared.
package protocol NestedScripts {
  func areEqual(_ old: Field, _ new: Field, function: Int, path: String) throws -> Bool
  func normalize(_ buffer: FieldBuffer, function: Int, path: String, in side: Side) throws
  /// The bytes of what a script says identifies the element at a place of a list.
  func identity(of element: Field, at place: Int, function: Int, path: String, in side: Side) throws -> [UInt8]
}

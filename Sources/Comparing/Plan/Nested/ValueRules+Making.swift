/// One thing that rules say of the values that a path leads to.
package enum ValueRule: Sendable {
  /// They do not count.
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
      return state
    }

    private mutating func next(
      _ set: [Int], _ steps: [PathPattern.Step], _ path: [PathPattern.Step], _ narrows: Bool
    ) -> Int {
      let following = steps.flatMap { step in set.compactMap { nodes[$0].children[step] } }
      if narrows, !following.contains(where: { nodes[$0].isOnly || nodes[$0].leadsToOnly }) {
        return ignored()
      }
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

import Records

/// The rules for what is inside the values of one column, as an automaton that walks along with a path.
///
/// A state says what holds for the value that a path has come to. State ``free`` says nothing, of the value and of all
/// that is inside it. Where a name and `*` both lead on, what is said of the name goes before what is said of `*`.
package struct ValueRules: Sendable {
  /// What holds for a value, and where its parts lead.
  package struct State: Sendable {
    /// Whether the value does not count.
    package var isIgnored = false
    package var equality: ComparisonPlan.ColumnEquality?
    package var normalizers: [ComparisonPlan.NormalizerStep] = []
    package var list: ListRule?
    /// The path as rules write it, for messages.
    package var name = ""
    var members: [[UInt8]: Int] = [:]
    var otherMember = ValueRules.free
    var elements = ValueRules.free

    /// Whether the value is compared as a whole, by rules of its own.
    package var isWhole: Bool { equality != nil || !normalizers.isEmpty }

    /// Leaves in a buffer what the normalizers make of a value.
    ///
    /// - Throws: What a normalizer or a script throws.
    func normalize(
      _ field: Field, _ buffer: FieldBuffer, in side: Side, scripts: (any NestedScripts)?
    ) throws {
      buffer.load(field)
      for step in normalizers {
        switch step {
        case .native(let normalizer): try normalizer.normalize(buffer)
        case .script(let number):
          try scripts?.normalize(buffer, function: number, path: name, in: side)
        }
      }
    }

    fileprivate var hasScripts: Bool {
      if case .script = equality { return true }
      if case .script = list { return true }
      return normalizers.contains { if case .script = $0 { true } else { false } }
    }
  }

  /// The state without any rule.
  package static let free = 0
  /// The state of the column's own value.
  package let root: Int
  package let states: [State]

  /// Whether a function of a script is asked about some value.
  package let hasScripts: Bool

  /// No rules.
  package init() { self.init(root: Self.free, states: Self.freeStates) }

  private static let freeStates = [State()]

  init(root: Int, states: [State]) {
    self.root = root
    self.states = states
    hasScripts = states.contains(where: \.hasScripts)
  }

  /// Whether nothing is ruled, so that values are compared exactly.
  package var isEmpty: Bool { root == Self.free }

  /// The state of a member of an object in this state.
  func state(ofMember name: @autoclosure () -> [UInt8], in state: Int) -> Int {
    let holder = states[state]
    if holder.members.isEmpty { return holder.otherMember }
    return holder.members[name()] ?? holder.otherMember
  }

  /// The state of an element of an array in this state.
  func state(ofElementIn state: Int) -> Int { states[state].elements }
}

import Comparing
import Records

/// What a Swift program offers to rules by name: functions, comparators and normalizers of its own.
///
/// Scripts find all of it in `luna.host`; a name such as `acme.rate` is a path in there.
package struct HostRules: Sendable {
  /// A function of values; it may be called from any thread.
  package typealias Function = @Sendable ([Value]) throws -> Value

  /// An argument that a function cannot take.
  package struct BadArgument: Error {
    let number: Int
    let message: String

    /// - Parameter number: Counted from 1.
    package init(_ number: Int, _ message: String) {
      self.number = number
      self.message = message
    }
  }

  /// Something that has a name.
  enum Entry: Sendable {
    case function(Function)
    case comparator(any Comparator)
    case normalizer(any Normalizer)
  }

  private(set) var entries: [String: Entry] = [:]

  /// Nothing.
  package init() {}

  /// Adds a function; like all of these, it takes the place of what had the name.
  package mutating func add(_ name: String, _ function: @escaping Function) {
    entries[name] = .function(function)
  }

  /// Adds a comparator.
  package mutating func add(_ name: String, _ comparator: any Comparator) {
    entries[name] = .comparator(comparator)
  }

  /// Adds a normalizer.
  package mutating func add(_ name: String, _ normalizer: any Normalizer) {
    entries[name] = .normalizer(normalizer)
  }

  /// The comparator of a name.
  package func comparator(_ name: String) throws(HostNameError) -> any Comparator {
    guard case .comparator(let comparator)? = entries[name] else {
      throw unknown("comparator", name) { if case .comparator = $0 { true } else { false } }
    }
    return comparator
  }

  /// The normalizer of a name.
  package func normalizer(_ name: String) throws(HostNameError) -> any Normalizer {
    guard case .normalizer(let normalizer)? = entries[name] else {
      throw unknown("normalizer", name) { if case .normalizer = $0 { true } else { false } }
    }
    return normalizer
  }

  private func unknown(
    _ kind: String, _ name: String, _ isOfKind: (Entry) -> Bool
  ) -> HostNameError {
    HostNameError(.unknown(kind: kind, known: entries.filter { isOfKind($1) }.keys.sorted()), name)
  }

  /// Makes sure that every name can stand in Lua, and that none stands in the way of another.
  package func checkNames() throws(HostNameError) {
    for name in entries.keys.sorted() {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.allSatisfy(\.isPluginName) else { throw HostNameError(.malformed, name) }
      for count in 1..<parts.count {
        let owner = parts[..<count].joined(separator: ".")
        if entries[owner] != nil { throw HostNameError(.hidden(by: owner), name) }
      }
    }
  }
}

/// The name that was probably meant in place of an unknown one.
package enum Suggestion {
  /// The candidate that a name is a slip of the keyboard for, or the only one that it is the beginning of.
  ///
  /// - Complexity: O(*n* · *l*²) for *n* candidates of length *l*.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let limit = limit(for: wanted)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - wanted.count) <= limit else { continue }
      let distance = editDistance(wanted, scalars)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name ?? completed(wanted, candidates)
  }

  /// Shorter names are the beginning of too much.
  static let shortestBeginning = 2

  /// The most slips that a name may have; one character would be another name.
  static func limit(for name: [Unicode.Scalar]) -> Int { name.count < 2 ? 0 : max(1, name.count / 3) }

  /// Whether so few slips make one text of the other.
  package static func isNear(_ first: String, _ second: String, within slips: Int) -> Bool {
    editDistance(Array(first.unicodeScalars), Array(second.unicodeScalars)) <= slips
  }

  /// The only candidate that begins with a name of some length; `nil` where there are several.
  private static func completed(_ wanted: [Unicode.Scalar], _ candidates: some Sequence<String>) -> String? {
    guard wanted.count >= shortestBeginning else { return nil }
    let found = candidates.lazy.filter { $0.lowercased().unicodeScalars.starts(with: wanted) }.prefix(2)
    let names = Array(found)
    return names.count == 1 ? names[0] : nil
  }

  /// The words `; did you mean 'x'?`, or none.
  package static func phrase(for name: String, among candidates: some Sequence<String>) -> String {
    phrase(nearest(to: name, among: candidates))
  }

  package static func phrase(_ meant: String?) -> String { meant.map { "; did you mean '\($0)'?" } ?? "" }

  /// How alike the letters and digits of two names are, from 0 to 1; a name inside the other counts as rather alike.
  package static func similarity(of first: String, and second: String) -> Double {
    let names = [first, second].map { name in
      Array(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.isDigit })
    }
    let longest = names.map(\.count).max() ?? 0
    guard let least = names.map(\.count).min(), least > 0 else { return 0 }
    let alike = 1 - Double(editDistance(names[0], names[1])) / Double(longest)
    let isInside = least >= 2 && (names[0].contains(names[1]) || names[1].contains(names[0]))
    return isInside ? max(alike, 0.7) : alike
  }

  private static func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var rows = EditRows(to: second)
    for scalar in first { rows.append(scalar) }
    return rows.distance
  }
}

extension Unicode.Scalar { fileprivate var isDigit: Bool { ("0"..."9").contains(self) } }

import TestSupport
import Testing

@testable import Platform

/// Names that were probably meant.
@Suite struct SuggestionTests {
  private static func name(_ random: inout SeededGenerator) -> String {
    let letters = Array("abAB0é")
    return String(
      (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in
        letters.randomElement(using: &random)
      })
  }

  @Test("among many names is found what a look at each of them finds")
  func index() {
    var random = SeededGenerator.announced("suggestions")
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 0...12, using: &random)).map { _ in Self.name(&random) }
      // Of equally near names the first is meant.
      let sorted = names.enumerated().sorted {
        let (first, second) = ($0.element.lowercased(), $1.element.lowercased())
        return first == second
          ? $0.offset < $1.offset
          : first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
      }.map(\.element)
      let index = SuggestionIndex(names)
      for _ in 0..<10 {
        let wanted = Self.name(&random)
        #expect(
          index.nearest(to: wanted) == Suggestion.nearest(to: wanted, among: sorted),
          "\(wanted) among \(sorted)")
      }
    }
  }
}

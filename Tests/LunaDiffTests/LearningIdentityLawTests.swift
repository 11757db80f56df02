import Analysis
import Comparing
import Requests
import TestSupport
import Testing

/// Identities that `learn` makes up for people who have no key, and how right they are.
@Suite struct LearningIdentityLawTests {
  private struct Person {
    var id: Int
    var first: String
    var last: String
    var born: String
    var street: String
    var number: String

    var line: String { "\(id),\(first),\(last),\(born),\(street),\(number)\n" }
  }

  private static func word(_ syllables: Int, _ random: inout SeededGenerator) -> String {
    let sounds = ["ba", "ke", "lin", "mor", "ta", "rus", "vo", "del", "gan", "ni", "shu", "pe"]
    return (0..<syllables).map { _ in sounds.randomElement(using: &random) ?? "a" }.joined()
  }

  /// With one letter gone, or as it is.
  private static func typed(_ text: String, _ random: inout SeededGenerator) -> String {
    guard text.count > 1, Int.random(in: 0..<20, using: &random) == 0 else { return text }
    var text = Array(text)
    text.remove(at: Int.random(in: 1..<text.count, using: &random))
    return String(text)
  }

  /// Two lists of households: of the people in the first six in ten are on the second, and each household has somebody
  /// new there.
  private static func households(_ random: inout SeededGenerator) -> (old: [Person], new: [Person]) {
    let (firsts, lasts, streets) = (
      (0..<90).map { _ in word(2, &random) }, (0..<250).map { _ in word(3, &random) },
      (0..<150).map { _ in word(4, &random) }
    )
    func day() -> String {
      "\(Int.random(in: 1930...2009, using: &random))-\(Int.random(in: 10...12, using: &random))-\(Int.random(in: 10...28, using: &random))"
    }
    var (old, new): ([Person], [Person]) = ([], [])
    for household in 0..<400 {
      let (last, street) = (lasts.randomElement(using: &random) ?? "", streets.randomElement(using: &random) ?? "")
      let number = "\(Int.random(in: 1...300, using: &random))"
      let hasMoved = Int.random(in: 0..<4, using: &random) == 0
      let other = (
        hasMoved ? streets.randomElement(using: &random) ?? "" : street,
        hasMoved ? "\(Int.random(in: 1...300, using: &random))" : number
      )
      for place in 0..<4 {
        let person = Person(
          id: household * 10 + place, first: firsts.randomElement(using: &random) ?? "", last: last, born: day(),
          street: street, number: number)
        if place < 3 { old.append(person) }
        guard place == 3 || Int.random(in: 0..<5, using: &random) < 3 else { continue }
        var later = person
        (later.street, later.number) = other
        later.first = typed(later.first, &random)
        later.last = typed(later.last, &random)
        later.born = typed(later.born, &random)
        new.append(later)
      }
    }
    return (old, new.shuffled(using: &random))
  }

  @Test("people of one household are not taken for one another, and the estimates say how right the pairs are")
  func people() throws {
    var random = SeededGenerator(seed: 29)
    let (old, new) = Self.households(&random)
    let same = Set(old.map(\.id)).intersection(new.map(\.id)).count
    var request = DiffRequest(old: "old", new: "new")
    func text(_ people: [Person]) -> [UInt8] {
      Array(("id,first,last,born,street,number\n" + people.map(\.line).joined()).utf8)
    }
    request.options.contents = Sides(source: text(old), target: text(new))
    request.options.rules = [.text("return { ignore = 'id' }", name: "base")]
    let learnt = try learnIdentity(request, pairs: nil).learnt
    let rules = learnt.text(["old", "new"], on: try LearningBase(request.options, output: nil))
    request.options.rules = [.text(rules, name: "learnt")]
    let comparison = try compare(request)
    let made = old.count - comparison.summary.deleted
    // An id that differs is listed.
    let wrong = try comparison.changes.count { $0.kind == .updated && $0.old?["id"] != $0.new?["id"] }
    let right = made - wrong
    #expect(2 * Double(right) / Double(made + same) > 0.97, "\(right) of \(made) pairs, \(same) wanted: \(rules)")
    #expect(abs(learnt.precision - Double(right) / Double(made)) < 0.03, "\(rules)")
    #expect(abs(learnt.recall - Double(right) / Double(same)) < 0.05, "\(rules)")
  }

  @Test("each identity that is learned loads; where few records say too little, that is an error", arguments: 0..<30)
  func loads(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func table() -> [UInt8] {
      let rows = (0..<(2 + seed)).map { _ in
        let word = ["x", "yy", "zed", "annabel", "bo"].randomElement(using: &random) ?? ""
        return "\(word),\(Int.random(in: 0...seed, using: &random)),q\(Int.random(in: 0...9, using: &random))\n"
      }
      return Array(("a,b,c\n" + rows.joined()).utf8)
    }
    var request = DiffRequest(old: "old", new: "new")
    request.options.contents = Sides(source: table(), target: table())
    let base = try LearningBase(request.options, output: nil)
    do {
      let text = try learnIdentity(request, pairs: nil).learnt.text(["old", "new"], on: base)
      request.options.rules = [.text(text, name: "learnt")]
    } catch {
      #expect(error.message.contains("no identity can be learned"))
      return
    }
    _ = try check(request, hasData: true)
  }
}

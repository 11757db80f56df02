import Analysis
import Comparing
import Records
import Reports
import Requests
import Testing

/// What rules that are tried on a comparison do, inside of values, too.
@Suite("Reviews: rules inside of values") struct ReviewedRuleTests {
  /// Orders of which one member has another name now, others are written otherwise, the elements of lists stand in
  /// another order, and a note differs in all of them.
  private func orders(key: (Int) -> String = Self.key, old oldKey: (Int) -> String = Self.key) -> DiffRequest {
    let old = (1...60).map { number in
      #"{"id":\#(oldKey(number)),"who":{"mail":"U\#(number)@X","zip":"\#(10_000 + number * 7)","n":"a\#(number)"},"#
        + #""ok":\#(number % 3 == 0),"items":[{"sku":"s\#(number)","qty":\#(number)},{"sku":"t","qty":2}]}"#
    }
    let new = (1...60).map { number in
      #"{"id":\#(key(number)),"who":{"mail":"u\#(number)@x","post":"\#(number == 9 ? 1 : 10_000 + number * 7)","#
        + #""n":"b\#(number * 3 % 7)"},"ok":"\#(number % 3 == 0 ? "yes" : "no")","#
        + #""items":[{"sku":"t","qty":3},{"sku":"s\#(number)","qty":\#(number + 1)}]}"#
    }
    var request = DiffRequest(old: "old.json", new: "new.json")
    request.options.contents = Sides(
      source: Array("[\(old.joined(separator: ",\n"))]".utf8), target: Array("[\(new.joined(separator: ",\n"))]".utf8))
    request.options.rules = [.text("identity = 'id'", name: "key")]
    return request
  }

  private static func key(_ number: Int) -> String { "\"\(number)\"" }

  private func finding(_ text: String, _ review: Review) throws -> Finding {
    try #require(try FindingSearch.findings(of: review.comparison).first { "\($0.columns) \($0.cause)".contains(text) })
  }

  @Test("what a rule of a place hides is counted where the value around it differs in more, and is no new column")
  func place() throws {
    var review = try Review(orders())
    let pair = Sides(source: 0, target: 0)
    let found = try review.proposals(for: pair, about: try finding("who.mail", review))
    let own = try #require(found.first)
    #expect(own.rule.text == #"normalize = { ["who.mail"] = luna.text.lower }"#)
    for rule in [own.rule, .ignored(["who.mail"])] {
      let effect = try review.effect(of: rule, on: pair)
      #expect(effect.hidden == 60 && effect.joined.isEmpty && effect.come == 0, "\(effect)")
      #expect(effect.changes.before == 60 && effect.changes.after == 60)
      #expect(effect.others.first.map { "\($0.name) \($0.values.source) \($0.values.target)" } == "who.mail U2@X u2@x")
      try review.accept(rule, effect, for: pair)
      _ = try review.undo()
    }
  }

  @Test("the rule of lists in another order stands first for its finding, and among those of a record without one")
  func lists() throws {
    var review = try Review(orders())
    let pair = Sides(source: 0, target: 0)
    let text = #"lists = { items = { identity = "sku", ignore_order = true } }"#
    let own = try #require(try review.proposals(for: pair, about: try finding("rearranged", review)).first)
    #expect(own.rule.text == text && own.effect?.hidden == 0)
    #expect(own.effect.map { $0.listed.before > $0.listed.after && $0.listed.after == 120 } == true, "\(own)")
    let others = try review.proposals(for: pair, about: nil).map(\.rule.text)
    let (place, ignoring) = (others.firstIndex(of: text), others.firstIndex(of: #"ignore = { "items" }"#))
    #expect(try #require(place) < #require(ignoring), "\(others)")
  }

  /// Two CSV or JSON texts, compared by their columns `id`.
  private func texts(_ old: [String], _ new: [String], _ ending: String = "csv") -> DiffRequest {
    var request = DiffRequest(old: "old.\(ending)", new: "new.\(ending)")
    request.options.contents = Sides(
      source: Array((old.joined(separator: "\n") + "\n").utf8), target: Array((new.joined(separator: "\n") + "\n").utf8)
    )
    request.options.rules = [.text("identity = 'id'", name: "key")]
    return request
  }

  @Test("rules that hide values that their finding is not about come last, and say how many these are")
  func beyond() throws {
    let old = ["id,pts,x"] + (0..<300).map { "\($0),\(2000 + $0 * 37 % 6000),a\($0)" }
    let new =
      ["id,pts,x"]
      + (0..<300).map { number in
        let added = [77: 993, 90: 1020, 120: -400, 150: 0][number] ?? 1000
        return "\(number),\(2000 + number * 37 % 6000 + added),\(number == 3 ? "b" : "a\(number)")"
      }
    var review = try Review(texts(old, new))
    let offset = try finding("offset", review)
    #expect(offset.changes == 296 && offset.total == 299)
    let found = try review.proposals(for: Sides(source: 3, target: 3), about: offset)
    let beyond = found.prefix { $0.rule.text.contains("pts = ") || $0.rule.text == #"ignore = { "pts" }"# }.compactMap {
      $0.effect?.beyond
    }
    #expect(beyond.suffix(2) == [2, 3] && beyond == beyond.sorted(), "\(found.map(\.rule.text))")
    let tolerance = try #require(found.first { $0.rule.text == "equal = { pts = luna.compare.number(1000) }" })
    #expect(tolerance.effect?.others.prefix(2).map { "\($0.key)" } == ["[77]", "[120]"])
    #expect(try review.effect(of: .ignored(["x"]), on: nil).beyond == 1)
    #expect(found.last?.rule.text == #"ignore = { "x" }"#)
    _ = try review.proposals(for: Sides(source: 3, target: 3), about: nil)
    #expect(try review.effect(of: .ignored(["pts"]), on: nil).beyond == 0)
  }

  @Test("where no key is found, the names that make one are a rule, and what is learned then is found by its key")
  func renamedKey() throws {
    let codes = ["A": "active", "I": "idle", "P": "paused"]
    func state(_ number: Int) -> String { ["A", "I", "P"][number * number % 3] }
    let old = (1...90).map { "\(5000 + $0),N\($0 * 37 % 91),T\($0 * 11 % 17),\(state($0)),\($0 % 7)" }
    let new = (1...90).map { number in
      "\(5000 + number),N\(number * 37 % 91),T\(number * 11 % 17),\(codes[state(number)] ?? ""),\(number == 9 ? 8 : number % 7)"
    }
    var request = texts(["no,name,town,state,n"] + old, ["order_no,client,city,status,n"] + new)
    request.options.rules = []
    var review = try Review(request)
    #expect(!review.comparison.hasKey)
    let found = try review.proposals(for: nil, about: try finding("unjoined", review))
    let own = try #require(found.first)
    #expect(own.rule.text.hasPrefix("rename = { ") && own.rule.text.contains("no = \"order_no\""), "\(own.rule.text)")
    try review.accept(own.rule, try #require(own.effect), for: nil)
    #expect(review.comparison.pairedCount == 90 && review.comparison.key.columns == ["order_no"])
    let next = try review.proposals(for: Sides(source: 0, target: 0), about: nil).map(\.rule.text)
    #expect(next.contains { $0.contains("status = luna.text.map") }, "\(next)")
  }

  @Test("an element that moved is told by its places in the list")
  func movedElements() throws {
    let lines = ["[\"a\",\"b\"]", "[\"b\",\"a\"]"].map { tags in (1...9).map { "{\"id\":\($0),\"tags\":\(tags)}" } }
    let review = try Review(texts(lines[0], lines[1], "jsonl"))
    let hidden = try #require(try review.effect(of: .ignored(["tags"]), on: nil).others.first)
    let places = try #require(hidden.places)
    #expect(hidden.name == "tags" && Set([places.source, places.target]) == [0, 1])
    #expect(hidden.values.target == .text(Text(places.source == 0 ? "a" : "b")))
  }

  @Test("once a member has its new name, rules are learned as before")
  func renamedMember() throws {
    var review = try Review(orders())
    let renaming = try #require(try review.proposals(for: nil, about: try finding("renamed", review)).first)
    #expect(renaming.rule.text == #"rename = { ["who.zip"] = "who.post" }"#)
    let effect = try review.effect(of: renaming.rule, on: nil)
    #expect(effect.hidden == 0 && effect.joined.map(\.same) == [59], "\(effect)")
    let others = Review.Rule.ignored(["who.mail", "who.n"])
    try review.accept(others, review.effect(of: others, on: nil), for: nil)
    let last = try review.effect(of: renaming.rule, on: nil)
    #expect(last.hidden == 59 && last.joined.map(\.same) == [59], "\(last)")
    _ = try review.undo()
    try review.accept(renaming.rule, effect, for: nil)
    let found = try review.proposals(for: Sides(source: 0, target: 0), about: nil).map(\.rule.text)
    #expect(found.contains { $0.contains("ok = luna.text.map") }, "\(found)")
  }

  @Test(
    "once a member has its new name, keys that are written otherwise are found as without it",
    arguments: [false, true])
  func renamedMemberAndKeys(isRenamed: Bool) throws {
    var request = orders(key: { "\"K-\($0)\"" }, old: { "\($0)" })
    if isRenamed { request.options.rules.append(.text("rename = { ['who.zip'] = 'who.post' }", name: "name")) }
    let found = try FindingSearch.findings(of: try compare(request)).map { "\($0.cause)" }
    #expect(found.contains { $0.contains("formedKeys") }, "\(found)")
  }
}

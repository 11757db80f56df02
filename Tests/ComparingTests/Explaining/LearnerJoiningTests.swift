import Records
import Testing

@testable import Analysis
@testable import Comparing

/// Columns that `learn` takes for one, and keys that it finds in another form.
@Suite struct LearnerJoiningTests {
  private func learn(_ old: [String], _ new: [String], _ plan: ComparisonPlan = ComparisonPlan()) throws -> LearntRules
  {
    func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    return try Learner.learn(
      source: table(text(old), name: "old.csv"), target: table(text(new), name: "new.csv"), plan: plan)
  }

  private func isRename(_ rule: LearntRule) -> Bool { if case .rename = rule.change { true } else { false } }

  @Test("columns of few values are joined if their words say the same")
  func fewValues() throws {
    let notes = ["", "vip", "call first"]
    let learnt = try learn(
      ["id,werbung,bemerkung"] + (0..<200).map { "\($0),\($0 % 3 == 0 ? "J" : "N"),\(notes[$0 / 2 % 3])" },
      ["id,newsletter,comment"]
        + (0..<200).map { number in
          let note = notes[number / 2 % 3]
          return "\(number),\((number % 3 == 0) != (number == 50)),\(note.isEmpty ? "NULL" : note)"
        }, plan(key: "id"))
    #expect(learnt.rules.filter(isRename).map(\.column) == ["werbung", "bemerkung"])
    #expect(learnt.updated.after == 1)
  }

  @Test("columns that have one value nearly everywhere are not joined for that", arguments: [false, true])
  func frequentValue(isOne: Bool) throws {
    func colour(_ number: Int, _ shift: Int) -> String {
      (number * 7 + shift) % 20 > 0 ? "red" : (number + shift) % 3 == 0 ? "green" : "blue"
    }
    let learnt = try learn(
      ["id,colour,v"] + (0..<200).map { "\($0),\(colour($0, 0)),a\($0)" },
      ["id,region,v"] + (0..<200).map { "\($0),\(colour($0, isOne ? 0 : 9)),a\($0)" }, plan(key: "id"))
    #expect(learnt.rules.contains(where: isRename) == isOne)
  }

  @Test(
    "columns of few values are not joined where that says nothing, or they say the contrary",
    arguments: [
      // Hardly any record has another value.
      (150, 150, false), (3, 3, true), (3, 7, false),
    ])
  func fewUnrelated(old: Int, new: Int, isContrary: Bool) throws {
    let learnt = try learn(
      ["id,active,v"] + (0..<200).map { "\($0),\($0 % old == 0 ? "Y" : "N"),a\($0)" },
      ["id,blocked,v"] + (0..<200).map { "\($0),\(($0 % new == 0) != isContrary),A\($0)" }, plan(key: "id"))
    #expect(!learnt.rules.contains(where: isRename), "\(learnt.rules)")
  }

  @Test(
    "a column under two names that is written otherwise is the key where it pairs more records than others, or alone",
    arguments: [true, false])
  func formedKey(hasOthers: Bool) throws {
    func day(_ number: Int) -> (month: Int, day: Int) {
      (10 + Self.mixed(number) % 3, 13 + Self.mixed(number) / 3 % 15)
    }
    func sizes(_ number: Int, isSwapped: Bool = false) -> String {
      let sizes = [Self.mixed(number + 50) % 9, Self.mixed(number + 70) % 9]
      return (isSwapped ? sizes.reversed() : sizes).map(String.init).joined(separator: ",")
    }
    let numbers = 0..<200
    let old = numbers.map { number in
      let names = hasOthers ? "Name \(Self.mixed(number) % 150),plate-\(Self.mixed(number + 900) % 40)," : ""
      return "\(5_001 + number),\(names)\(day(number).month)/\(day(number).day)/2022,\(sizes(number))"
    }
    let new = numbers.map { number in
      let name = number % 50 == 7 ? "Other" : "Name \(Self.mixed(number) % 150)"
      let names = hasOthers ? "\(name),plate-\(Self.mixed(number + 900) % 40)," : ""
      let date = "2022-\(day(number).month)-\(day(number).day)"
      return "ORD-00\(5_001 + number),\(names)\(date),\(sizes(number, isSwapped: true))"
    }
    let learnt = try learn(
      ["no,\(hasOthers ? "customer,item," : "")ordered,width,height"] + old,
      ["order_no,\(hasOthers ? "client,item," : "")order_date,width,height"] + new)
    #expect(learnt.key.columns == ["order_no"])
    #expect(learnt.paired == 200)
    #expect(learnt.rules.contains { $0.column == "order_no" && $0.isOfKey })
  }

  private static let codes = [("EL", "Electronics"), ("GA", "Garden"), ("BO", "Books"), ("TO", "Toys"), ("FO", "Food")]

  /// Numbers that follow no order.
  private static func mixed(_ number: Int) -> Int { number * 7_919 % 104_729 * 31 % 1_009 }

  @Test("columns are joined where codes of one stand for values of the other, and errors stay")
  func codes() throws {
    let kinds = (0..<600).map { Self.mixed($0) % 5 }
    let learnt = try learn(
      ["id,art,v"] + kinds.enumerated().map { "\($0),\(Self.codes[$1].0),a" },
      ["id,category,v"] + kinds.enumerated().map { "\($0),\(Self.codes[$0 % 100 == 7 ? ($1 + 1) % 5 : $1].1),a" },
      plan(key: "id"))
    #expect(learnt.rules.map(\.change.isMap) == [false, true])
    #expect(learnt.rules.first?.change == .rename("category"))
    #expect(learnt.updated.after == 6)
  }

  @Test("codes of columns that have nothing to do with each other join none", arguments: [1, 9, 19])
  func unrelatedCodes(of most: Int) throws {
    func kind(_ number: Int) -> Int { min(Self.mixed(number) % (5 * most), 4) }
    let learnt = try learn(
      ["id,art,v"] + (0..<600).map { "\($0),\(Self.codes[kind($0)].0),a" },
      ["id,category,v"] + (0..<600).map { "\($0),\(Self.codes[kind($0 + 3_000)].1),a" }, plan(key: "id"))
    #expect(learnt.rules.isEmpty, "\(learnt.rules)")
  }

  @Test("numbers of two columns are one with a comma and another sign")
  func commaAndSign() throws {
    let learnt = try learn(
      ["id,saldo"] + (0..<100).map { "\($0),\"\(3 + $0 * 7).\(100 + $0),5\"" },
      ["id,amount_due"] + (0..<100).map { "\($0),-\(3 + $0 * 7)\(100 + $0).50" }, plan(key: "id"))
    #expect(learnt.rules.filter(isRename).map(\.column) == ["saldo"])
    #expect(learnt.notes.map(\.kind) == [.factor("-1")])
  }

  @Test("a key of several columns gives way to one that is one for one in another form")
  func otherForm() throws {
    func line(_ id: String, _ number: Int) -> String { "\(id),n\(number % 50),\(number * 7)" }
    let learnt = try learn(
      ["id,name,price"] + (0..<200).map { line("\(1_001 + $0)", $0 % 100 + $0) },
      ["id,name,price"] + (0..<200).map { line("C-000\(1_001 + $0)", $0 % 100 + $0 + ($0 == 30 ? 50 : 0)) })
    #expect(learnt.key.columns == ["id"])
    #expect(learnt.paired == 200)
    #expect(learnt.updated.after == 1)
  }

  @Test(
    "a key whose values were rewritten, or some of them edited, gives way to one under another name",
    arguments: [true, false])
  func otherName(isRewritten: Bool) throws {
    func mail(_ number: Int) -> String { isRewritten || number % 30 == 7 ? "x.\(number)@new" : "\(number * 7)@old" }
    let learnt = try learn(
      ["nr,mail,town"] + (0..<200).map { "C\(1_000 + $0 * 3 % 601),\($0 * 7)@old,t\($0 % 9)" },
      ["number,mail,city"] + (0..<200).map { "C\(1_000 + $0 * 3 % 601),\(mail($0)),t\($0 % 9)" })
    #expect(learnt.key.columns == ["number"])
    #expect(learnt.paired == 200)
  }

  @Test("a key under two names that pairs other records than the one that both sides share is not taken")
  func otherPairs() throws {
    let learnt = try learn(
      ["nr,mail,town"] + (0..<200).map { "\($0 + 1),\($0 * 7)@old,t\($0 % 9)" },
      ["number,mail,city"]
        + (0..<200).map {
          "\($0 % 5 == 0 ? $0 + 1 : ($0 + 60) % 200 + 1),\($0 * 7)@\($0 % 50 == 7 ? "new" : "old"),t\($0 % 9)"
        })
    #expect(learnt.key.columns == ["mail"])
    #expect(learnt.paired == 196)
  }

  @Test("where whole records are repeated, the key that there is otherwise is said")
  func repeated() throws {
    let lines = (0..<40).map { "\($0),a\($0 % 7)" }
    let learnt = try learn(["id,v"] + lines, ["id,v"] + lines + lines)
    #expect(learnt.key.columns == [])
    let repeated = try #require(learnt.repeated)
    #expect(repeated.column == "id")
    #expect((repeated.counts.source, repeated.counts.target) == (0, 40))
  }

  @Test("a key under which all columns differ, and no rule says why, is doubted", arguments: [true, false])
  func doubtful(isDealtAnew: Bool) throws {
    func line(_ id: Int, _ number: Int) -> String { "\(id),name \(number * 37 % 101),\(number * 977 % 9_973)" }
    let learnt = try learn(
      ["id,name,price"] + (0..<100).map { line($0, $0) },
      ["id,name,price"] + (0..<100).map { line($0, isDealtAnew ? $0 + 300 : $0 + ($0 % 2) * 300) })
    #expect(learnt.isKeyDoubtful == isDealtAnew)
  }
}

extension LearntRule.Change {
  fileprivate var isMap: Bool { if case .map = steps.first { true } else { false } }
}

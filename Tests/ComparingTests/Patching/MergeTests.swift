import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

/// Two sides' changes joined.
@Suite struct MergeTests {
  private let base = "id,name,price\n1,Saw,5\n2,Axe,1\n3,Awl,4\n"

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, favor: MergeFavor = .none,
    format: InputFormat = .csv, plan: ComparisonPlan = plan(key: "id")
  ) throws -> MergeOutput {
    var options = ReadOptions()
    options.format = format
    return try Merge.merge(
      base: table(base, name: "base", options: options),
      ours: table(ours, name: "ours", options: options),
      theirs: table(theirs, name: "theirs", options: options), plan: plan, favor: favor)
  }

  private func text(_ output: MergeOutput) -> String {
    String(decoding: output.text, as: UTF8.self)
  }

  @Test("without a key one is found that is a key of all three, and said")
  func foundKey() throws {
    let output = try merge(
      "n,id\nSaw,1\nAxe,2\n", "n,id\nSaw,1\nAx,2\n", "n,id\nSaw,1\nAxe,2\nSaw,3\n",
      plan: ComparisonPlan())
    #expect(text(output) == "n,id\nSaw,1\nAx,2\nSaw,3\n")
    #expect(output.notes == ["key: id (found)"])
  }

  @Test(
    "where no columns are a key of all three there is no merge",
    arguments: [
      ("a\n1\n1\n", "a\n1\n1\n", "a\n1\n1\n"), ("a\n", "a\n1\n", "a\n2\n"),
      ("a,b\n1,1\n2,2\n", "a,b\n1,1\n1,2\n", "a,b\n1,1\n2,1\n"),
    ])
  func noKey(base: String, ours: String, theirs: String) throws {
    let error = #expect(throws: MergeError.self) {
      try merge(base, ours, theirs, plan: ComparisonPlan())
    }
    #expect(error?.reason == .noKey)
  }

  @Test("ours stays byte for byte where theirs changed nothing")
  func untouched() throws {
    let ours = "id,name,price\r\n\"1\",Saw,\"7\"\r\n\r\n2,\"Axe\",1\r\n3,Awl,4"
    let output = try merge(base, ours, base)
    #expect(text(output) == ours)
  }

  @Test(
    "the marks of a conflict have lines of their own in JSON, and each version is whole JSON",
    arguments: [
      ["[", ", ", "]"], ["[\n  ", ",\n  ", "\n]\n"], ["[ ", " ,\r\n ", " ]"],
      ["[\n", "\n, ", "\n]"],
    ])
  func marksInJSON(around: [String]) throws {
    func text(_ a: Int, _ b: Int) -> String {
      around[0] + "{\"id\":1,\"a\":\(a)}" + around[1] + "{\"id\":2,\"a\":\(b)}" + around[2]
    }
    let output = try merge(text(1, 1), text(2, 2), text(3, 3), format: .json)
    let lines = self.text(output).split(omittingEmptySubsequences: false) { $0.isNewline }
    let marks = lines.filter { line in
      ["<<<<<<< ours", "||||||| base", "=======", ">>>>>>> theirs"].contains { $0 == line }
    }
    #expect(marks.count == 8, "\(lines)")
    for (side, number) in [("ours", 2), ("base", 1), ("theirs", 3)] {
      let resolved = resolve(lines.map(String.init), side)
      let records = try table(resolved, name: "resolved", options: jsonOptions)
      #expect(records.count == 2)
      for record in 0..<2 {
        #expect(records.value(record, 1).description == String(number), "\(resolved)")
      }
    }
  }

  private var jsonOptions: ReadOptions {
    var options = ReadOptions()
    options.format = .json
    return options
  }

  /// The text of one side, as a person would take it.
  private func resolve(_ lines: [String], _ side: String) -> String {
    var current: String?
    var kept: [String] = []
    for line in lines {
      switch line {
      case "<<<<<<< ours": current = "ours"
      case "||||||| base": current = "base"
      case "=======": current = "theirs"
      case ">>>>>>> theirs": current = nil
      default: if current == nil || current == side { kept.append(line) }
      }
    }
    return kept.joined(separator: "\n")
  }

  @Test(
    "the marks of a conflict have lines of their own in the last row of a text without a line end")
  func marksAtTheEnd() throws {
    let output = try merge("id,a\n1,1", "id,a\n1,2", "id,a\n1,3")
    #expect(
      text(output)
        == "id,a\n<<<<<<< ours\n1,2\n||||||| base\n1,1\n=======\n1,3\n>>>>>>> theirs\n")
  }

  @Test(
    "ours without a record stays byte for byte",
    arguments: [
      ("[\n\n]\n", "[\n {\"id\": \"0\"}\n]\n", InputFormat.json), ("[ ]", "[{\"id\":1}]", .json),
      ("id,a", "id,a\n1,x\n", .csv), ("id,a\r\n\r\n", "id,a\n1,x\n", .csv),
      ("\n", "{\"id\":1}\n", .jsonl),
    ])
  func noRecords(ours: String, base: String, format: InputFormat) throws {
    #expect(text(try merge(base, ours, base, format: format)) == ours)
  }

  @Test("a record that one side deleted and the other changed is a conflict")
  func deletedAndUpdated() throws {
    let without = base.replacing("2,Axe,1\n", with: "")
    let changed = base.replacing("Axe,1", with: "Axe,2")
    let mine = try merge(base, without, changed)
    #expect(mine.conflicts.map(\.kind) == [.deletedByOurs])
    #expect(
      text(mine).contains(
        "1,Saw,5\n<<<<<<< ours\n||||||| base\n2,Axe,1\n=======\n2,Axe,2\n>>>>>>> theirs\n3"))
    let other = try merge(base, changed, without)
    #expect(other.conflicts.map(\.kind) == [.deletedByTheirs])
    #expect(text(try merge(base, changed, without, favor: .theirs)) == without)
    #expect(text(try merge(base, changed, without, favor: .ours)) == changed)
  }

  @Test("a record that both inserted is one record, or a conflict if its content differs")
  func inserted() throws {
    let added = base + "4,Vise,9\n"
    #expect(text(try merge(base, added, added)) == added)
    let output = try merge(base, added, base + "4,Vise,8\n")
    #expect(output.conflicts.map(\.kind) == [.inserted])
    #expect(output.conflicts.first?.fields.map(\.column) == ["price"])
  }

  @Test("columns that theirs inserted or deleted come and go; new cells of other records are empty")
  func columns() throws {
    let output = try merge(
      base, base + "4,Vise,9\n", "id,size,name\n1,L,Saw\n2,M,Ax\n3,S,Awl\n5,S,File\n")
    #expect(
      text(output) == "id,size,name\n1,L,Saw\n2,M,Ax\n3,S,Awl\n5,S,File\n4,,Vise\n")
    #expect(output.conflicts == [])
    #expect(
      output.notes == ["columns inserted by theirs: size", "columns deleted by theirs: price"])
  }

  @Test(
    "a column that one side deleted is a conflict where the other side changed a value of it",
    arguments: [false, true])
  func disputedColumn(isOurs: Bool) throws {
    let deleted = "id,name\n1,Saw\n2,Axe\n3,Awl\n"
    let changed = base.replacing("Axe,1", with: "Axe,2")
    let sides = isOurs ? (deleted, changed) : (changed, deleted)
    let output = try merge(base, sides.0, sides.1)
    #expect(output.conflicts.map(\.key) == [[.text("2")]])
    #expect(output.conflicts.first?.fields.map(\.column) == ["price"])
    let versions = isOurs ? ("2,Axe,", "2,Axe,2") : ("2,Axe,2", "2,Axe,")
    #expect(
      text(output) == """
        id,name,price
        1,Saw,5
        <<<<<<< ours
        \(versions.0)
        ||||||| base
        2,Axe,1
        =======
        \(versions.1)
        >>>>>>> theirs
        3,Awl,4

        """)
    #expect(text(try merge(base, sides.0, sides.1, favor: .ours)) == sides.0)
    #expect(text(try merge(base, sides.0, sides.1, favor: .theirs)) == sides.1)
  }

  @Test("a file without a line gets the columns of the other side")
  func emptyFile() throws {
    #expect(text(try merge("", "", base)) == base)
    #expect(text(try merge("", base, "")) == base)
    #expect(text(try merge(base, "", base)) == "")
  }

  @Test("a key is the same from both sides")
  func keyOfBothSides() throws {
    let base = "n,id,v\na,1,x\nb,2,y\n"
    let (ours, theirs) = ("n,id,v\na,7,x\nb,8,y\n", "n,id,v\nc,1,x\nd,2,y\n")
    let notes = try [(ours, theirs), (theirs, ours)].map { own, other in
      try merge(base, own, other, plan: ComparisonPlan()).notes
    }
    #expect(notes == [["key: n (found)"], ["key: n (found)"]])
  }

  @Test("a filter leaves no record out")
  func filter() throws {
    var plan = plan(key: "id")
    plan.filter = .condition(.any([]))
    let changed = base.replacing("Axe,1", with: "Axe,2")
    #expect(text(try merge(base, base, changed, plan: plan)) == changed)
  }

  @Test("members of JSON objects come and go one by one")
  func json() throws {
    let base = "[\n  {\"id\": 1, \"a\": 1},\n  {\"id\": 2, \"b\": [1]}\n]\n"
    let ours = base.replacing("\"a\": 1", with: "\"a\": 2")
    let theirs = base.replacing("\"a\": 1", with: "\"a\": 1, \"c\": null")
      .replacing(", \"b\": [1]", with: "")
    let output = try merge(base, ours, theirs, format: .json)
    #expect(text(output) == "[\n  {\"id\": 1, \"a\": 2, \"c\": null},\n  {\"id\": 2}\n]\n")
  }

  @Test("with one side unchanged the other one's records come out")
  func oneSided() throws {
    var random = SeededGenerator.announced("one-sided merges")
    for _ in 0..<100 {
      let pair = RowSample.pair(&random).map { rows in
        var seen = Set<String>()
        return rows.filter { seen.insert($0["id"] ?? "").inserted }
      }
      let texts = pair.map { RowSample.csv($0) }
      let keep = try merge(texts[0], texts[1], texts[0])
      #expect(text(keep) == texts[1])
      let take = try merge(texts[0], texts[0], texts[1])
      #expect(take.conflicts == [])
      #expect(Set(text(take).split(separator: "\n")) == Set(texts[1].split(separator: "\n")))
    }
  }
}

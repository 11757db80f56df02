import Testing

@testable import lunadiff_cli

/// The values of flags, as text and as what they mean.
@Suite struct ArgumentValueTests {
  @Test(
    "columns are separated by commas, and a backslash makes a comma literal",
    arguments: [
      ("id", ["id"]), ("id,name", ["id", "name"]), (#"a\,b,c"#, ["a,b", "c"]),
      (#"a\\,b"#, [#"a\"#, "b"]), (#"a\b"#, [#"a\b"#]), ("two words, 3", ["two words", " 3"]),
    ])
  func columns(text: String, names: [String]) throws {
    #expect(try ColumnList.parse(text) == names)
  }

  @Test("an empty column name is refused", arguments: ["", ",", "a,", ",a", "a,,b"])
  func emptyColumns(text: String) {
    #expect(throws: ArgumentValueError.self) { try ColumnList.parse(text) }
  }

  @Test("a rename has two names, and a backslash makes an equals sign literal")
  func renames() throws {
    #expect(try ColumnRename.parse("a=b") == ColumnRename(old: "a", new: "b"))
    #expect(try ColumnRename.parse(#"a\=b=c"#) == ColumnRename(old: "a=b", new: "c"))
    for text in ["", "a", "=b", "a=", "a=b=c"] {
      #expect(throws: ArgumentValueError.self) { try ColumnRename.parse(text) }
    }
  }

  @Test("a tolerance keeps the number as it is written")
  func tolerances() throws {
    let ofPrice = try ColumnTolerance.parse("price=0.010")
    #expect(ofPrice.column == "price")
    #expect(ofPrice.comparator.amount == "0.010")
    #expect(try ColumnTolerance.parse("p=1e-3").comparator.amount == "1e-3")
    #expect(try ColumnTolerance.parse("p=1e300").comparator.amount == "1e300")
    let ofAll = try ColumnTolerance.parse("1%")
    #expect(ofAll.column == nil)
    #expect(ofAll.comparator.amount == "1%")
    let wrong = [
      "", "a", "a=", "=1", "a=-1", "a=inf", "a=nan", "a=0x10", "a=1e1%", "a=%", "a= 1", "a=1e999",
      "1e309",
    ]
    for text in wrong {
      #expect(throws: ArgumentValueError.self) { try ColumnTolerance.parse(text) }
    }
  }

  @Test(
    "a size has a power of 1024 for its unit",
    arguments: [("1", 1), ("2K", 2048), ("64M", 64 << 20), ("1g", 1 << 30)])
  func sizes(text: String, bytes: Int) throws {
    #expect(try ByteCount.parse(text) == bytes)
  }

  @Test(
    "a size that is none is refused",
    arguments: ["", "M", "-1M", "0", "1.5M", "9223372036854775807K", "1T"])
  func badSizes(text: String) {
    #expect(throws: ArgumentValueError.self) { try ByteCount.parse(text) }
  }

  @Test(
    "a time is in seconds unless it has a unit",
    arguments: [("2", 2), ("500ms", 0.5), ("1.5s", 1.5), ("2m", 120)])
  func times(text: String, seconds: Double) throws {
    #expect(try TimeSpan.parse(text) == seconds)
  }

  @Test("a time that is none is refused", arguments: ["", "s", "0", "-1s", "inf", "nan", "1h"])
  func badTimes(text: String) {
    #expect(throws: ArgumentValueError.self) { try TimeSpan.parse(text) }
  }

  @Test("0 takes a limit away")
  func limits() throws {
    #expect(try Limit.parse(Count.parse)("0").amount == nil)
    #expect(try Limit.parse(Count.parse)("7").amount == 7)
  }

  @Test(
    "a character of the grammar is one byte",
    arguments: [(";", UInt8(ascii: ";")), ("tab", 9), (#"\t"#, 9), ("\t", 9), (#"\"#, 0x5C)])
  func characters(text: String, byte: UInt8) throws {
    #expect(try SingleByte.parse(text) == byte)
  }

  @Test("a character that is not one byte is refused", arguments: ["", "ab", "é", "→"])
  func badCharacters(text: String) {
    #expect(throws: ArgumentValueError.self) { try SingleByte.parse(text) }
  }

  @Test("kinds of change are separated by commas")
  func kinds() throws {
    #expect(try ChangeKinds.parse("moved") == [.moved])
    #expect(try ChangeKinds.parse("deleted,inserted") == [.deleted, .inserted])
    #expect(throws: ArgumentValueError.self) { try ChangeKinds.parse("deleted,gone") }
  }
}

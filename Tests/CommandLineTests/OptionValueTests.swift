import TestSupport
import Testing

/// Options whose values cannot be, or that nothing would come of: none is taken in silence.
@Suite struct OptionValueTests {
  /// Runs a command on two equal tables, or documents, without a report.
  private func run(_ arguments: String) async throws -> ProcessResult {
    let lunadiff = try Lunadiff()
    for name in ["old", "new"] {
      try lunadiff.directory.write("id,name\n1,Saw\n", to: "\(name).csv")
      try lunadiff.directory.write(#"[{"id":1,"name":"Saw"}]"#, to: "\(name).json")
    }
    return try await lunadiff.shell("lunadiff \(arguments)")
  }

  @Test(
    "a number that cannot be is refused with what it may be",
    arguments: [
      "old.csv new.csv -q --threads -1", "old.csv new.csv -q --limit -1",
      "old.csv new.csv -q --limit updated=-1", "old.csv new.csv -q --skip-lines -1",
      "old.csv new.csv -q --old-skip-lines -1", "old.csv new.csv -q --skip-last-lines -1",
      "old.csv new.csv -q --max-updated -1",
      "old.csv new.csv -q --max-updated a=b=1", "old.csv new.csv -q --max-updated ..",
      "old.csv new.csv -q --max-updated ..5", "old.csv new.csv -q --max-updated 1..2..3",
      "old.csv new.csv -q --max-deleted -0.1%", "old.csv new.csv -q --max-moved 1e3%",
      "old.csv new.csv -q --tolerance -1", "old.csv new.csv -q --tolerance 1e999",
      "old.csv new.csv -q --tolerance name=1e999%", "old.csv new.csv -q --input-limit -1",
      "old.csv new.csv -q --memory 5X", "old.csv new.csv -q --memory 0",
      "old.csv new.csv -q --memory 1K",
      "old.csv new.csv -q --memory-limit -1M", "old.csv new.csv -q --time-limit -1s",
      "old.csv new.csv -q --instruction-limit -1", "probe old.csv --max-columns 0",
      "probe old.csv --max-columns -1", "check /dev/null old.csv new.csv --sample 0",
      "check /dev/null old.csv new.csv --sample -1", "batch . . -q --max-inserted -1",
    ])
  func numbers(arguments: String) async throws {
    let result = try await run(arguments)
    #expect(result.status == 2)
    #expect(result.errorText.contains(" cannot be '"), "\(result.errorText)")
  }

  @Test(
    "an option is never taken for another one's value",
    arguments: [
      "--null --strict-columns", "--key --ignore-order", "-k -q", "-e -q", "--limit -q",
      "--delimiter --strict-columns", "--comment --ignore=name", "--null --strict-column",
      "--threads --trim",
    ])
  func optionsAsValues(arguments: String) async throws {
    let result = try await run("old.csv new.csv \(arguments)")
    #expect(result.status == 2)
    #expect(result.errorText.contains(" is an option"), "\(result.errorText)")
  }

  @Test("a value that looks like an option can be given all the same")
  func dashes() async throws {
    let result = try await run("old.csv new.csv --null=--strict-columns --null -9 --ignore=name")
    #expect(result.status == 0)
    #expect(result.outputText.contains("null: '--strict-columns', '-9'"), "\(result.outputText)")
  }

  @Test(
    "a column that nobody has is trouble, even where nothing is printed",
    arguments: [
      "-k nope", "--ignore nope", "--only nope", "--tolerance nope=1", "--list nope=set",
      "--json-column nope", "--rename nope=name", "--section nope", "--with nope",
      "-e 'equal = { nope = luna.compare.nocase() }'", "-e 'lists = { nope = luna.list.set }'",
    ])
  func unknownColumns(arguments: String) async throws {
    let result = try await run("old.csv new.csv -q \(arguments)")
    #expect(result.status == 2)
    #expect(result.errorText.contains("'nope'"), "\(result.errorText)")
  }

  @Test(
    "a column of a key, or beside a record, that stands there twice is trouble",
    arguments: [
      "old.csv new.csv -q -k id,id", "old.csv new.csv -q -k id -k id",
      "old.csv new.csv -q -e 'identity = { \"id\", \"id\" }'",
      "old.csv new.csv -q --with id,id", "probe old.csv --candidate id,id",
    ])
  func repeatedColumns(arguments: String) async throws {
    let result = try await run(arguments)
    #expect(result.status == 2)
    #expect(result.errorText.contains("the column 'id' stands there twice"), "\(result.errorText)")
  }

  @Test(
    "an option that no input is read by is trouble",
    arguments: [
      "old.csv new.csv -q --at /x", "old.csv new.json -q --old-at /x", "probe old.csv --at /x",
      "init old.csv -o - --at /x", "repl old.csv --at /x </dev/null",
      "merge old.csv old.csv new.csv -k id --at /x",
      "old.json new.json -q --delimiter ';'", "old.csv new.json -q --new-delimiter ';'",
      "old.json new.json -q --quote none", #"old.json new.json -q --escape '\'"#,
      "old.json new.json -q --skip-space", "old.json new.json -q --comment '#'",
      "old.json new.json -q --no-header", "old.json new.json -q --new-no-header",
      "old.json new.json -q --columns a,b", "old.json new.json -q --old-columns a,b",
      "old.json new.json -q --rename-headers", "old.json new.json -q --null NA",
      "old.json new.json -q --skip-lines 1", "old.json new.json -q --old-skip-lines 1",
      "old.json new.json -q --skip-last-lines 1", "old.json new.json -q --new-skip-last-lines 1",
      "old.json new.json -q --ragged pad",
    ])
  func idleOptions(arguments: String) async throws {
    let result = try await run(arguments)
    #expect(result.status == 2)
    #expect(result.errorText.contains(", unlike "), "\(result.errorText)")
  }

  @Test(
    "an option that one of two inputs is read by is none",
    arguments: [
      "old.csv new.json --key-as text -q --null NA", "batch . . -q --null NA",
      "old.csv new.csv -q --ragged pad",
    ])
  func sharedOptions(arguments: String) async throws {
    #expect(try await run(arguments).status == 0)
  }

  @Test("columns beside changes are refused for formats that cannot show them")
  func contextWithoutPlace() async throws {
    for format in ["json", "jsonl", "summary"] {
      let result = try await run("old.csv new.csv --with name -f \(format)")
      #expect(result.status == 2)
      #expect(result.errorText.contains("--with needs --format text"))
    }
  }
}

import Foundation
import TestSupport
import Testing

/// What is masked is in no output: not in a report, a message or a file that is written.
@Suite struct MaskTests {
  /// Stands in every value of the masked columns, and nowhere else.
  private static let secret = "S3cr3t"

  private static let files = [
    "old.csv": """
    id,mail,name,price,area
    1,S3cr3t.ann,Ann,5,S3cr3t.north
    2,S3cr3t.bob,Bob,6,S3cr3t.north
    3,S3cr3t.cid,Cid,7,S3cr3t.south
    4,S3cr3t.dee,Dee,8,S3cr3t.south
    4,S3cr3t.dee,Dee,9,S3cr3t.south

    """,
    "new.csv": """
    id,mail,name,price,area
    2,S3cr3t.rob,Bob,6,S3cr3t.north
    1,S3cr3t.ann,Ann,5.5,S3cr3t.north
    5,S3cr3t.eve,Eve,7,S3cr3t.west
    4,S3cr3t.DEE,Dee,8,S3cr3t.south
    4,S3cr3t.DEE,Dee,9,S3cr3t.south

    """,
    "theirs.csv": """
    id,mail,name,price,area
    1,S3cr3t.ann,Ann,5,S3cr3t.north
    2,S3cr3t.bea,Bob,6,S3cr3t.north
    3,S3cr3t.cid,Cid,7,S3cr3t.south

    """,
    "base.csv": """
    id,mail,name,price,area
    1,S3cr3t.ann,Ann,5,S3cr3t.north
    2,S3cr3t.bob,Bob,6,S3cr3t.north
    3,S3cr3t.cid,Cid,7,S3cr3t.south

    """,
    "ours.csv": """
    id,mail,name,price,area
    1,S3cr3t.ann,Ann,5,S3cr3t.north
    2,S3cr3t.rob,Bob,6,S3cr3t.north
    3,S3cr3t.cid,Cid,7,S3cr3t.south

    """,
    "ragged.csv": "id,mail,name,price,area\n1,S3cr3t.ann,Ann\n",
    "quote.csv": "id,mail,name,price,area\n1,\"S3cr3t.ann,Ann,5,x\n",
    "gone.csv": "id,name,price,area\n2,Bob,6,S3cr3t.north\n1,Ann,5,S3cr3t.north\n",
    "old.json": """
    [{"id":1,"mail":{"home":"S3cr3t.a","S3cr3t.key":[1,2]},"area":"S3cr3t.n"},{"id":2,"mail":"S3cr3t.b","area":"S3cr3t.n"}]
    """,
    "new.json": """
    [{"id":1,"mail":{"home":"S3cr3t.z","S3cr3t.key":[2]},"area":"S3cr3t.n"},{"id":3,"mail":["S3cr3t.c"],"area":"S3cr3t.m"}]
    """,
    "broken.json": #"[{"id":1,"mail":"S3cr3t.a","area":"S3cr3t.n",}]"#,
    "outer-old.json": #"[{"mail":"S3cr3t.a","items":[{"id":1,"area":"S3cr3t.n"}]}]"#,
    "outer-new.json": #"[{"mail":"S3cr3t.b","items":[{"id":1,"area":"S3cr3t.m"}]}]"#,
    "loud.lua": "function identity(r) return r.mail:lower() end",
    "failing.lua": "identity = 'id' function filter(r) error('no: ' .. r.mail) end",
    "unstable.lua": """
    local n = 0
    identity = 'id'
    function section(r) n = n + 1 return r.area .. n end
    """,
    "format.lua": """
    return { name = "listing", formats = { listing = function(changes, out)
      for change in changes:each() do
        out:write(change.kind, " ", tostring(change.key), " ",
          tostring(change.old and change.old.mail), " ", tostring(change.new and change.new.mail), "\\n")
        for _, path in ipairs(change.paths) do out:write(path.path, tostring(path.old), "\\n") end
      end
    end } }
    """,
    "driver.lua": """
    local mask = arg[1] and { "mail", "area" } or nil
    local changes = luna.diff(luna.load("old.csv"), luna.load("new.csv"), { identity = "mail", mask = mask })
    for change in changes:each() do print(change, change.key, change.old, change.new and change.new.mail) end
    changes:save("driver.html")
    print(changes:explain(changes[1]))
    """,
  ]

  private static let formats = [
    "text", "table", "summary", "json --stages --statistics", "jsonl", "csv", "markdown", "junit",
    "html",
  ]

  private static let comparisons = [
    "old.csv new.csv -k id", "old.csv new.csv -k mail", "old.csv new.csv -k mail,id",
    "old.csv new.csv -k none",
    "old.csv new.csv", "old.csv new.csv -k id --section area", "old.csv new.csv -r loud.lua",
    "old.csv new.csv -k mail --ignore-case", "old.csv new.csv -k id --with mail,area",
    "old.csv gone.csv -k id", "gone.csv new.csv -k id --strict-columns", "old.json new.json -k id",
    "old.json new.json -k mail", "old.json new.json -k id --with mail.home",
    "old.json new.json -k none",
    "old.csv old.json -k mail",
    "outer-old.json outer-new.json --elements items -k id --section-key mail",
    "old.csv new.csv -k id -e 'function section(r) return r.area end'",
    "old.csv new.csv -k id -e 'equal = function(a, b) return a.mail == b.mail end'",
  ]

  /// What shows the secret where nothing is masked.
  static let commands =
    CaseSample.some(7, of: comparisons, "masked comparisons").map { comparison in
      formats.map { "lunadiff \(comparison) -f \($0) $MASK" }.joined(separator: "; ")
    } + [
      "lunadiff old.csv ragged.csv -k id $MASK", "lunadiff old.csv quote.csv -k id $MASK",
      "lunadiff old.json broken.json -k id $MASK", "lunadiff old.csv new.csv -r failing.lua $MASK",
      "lunadiff old.csv new.csv -k mail --duplicates error $MASK",
      "lunadiff old.json old.csv -k mail $MASK",
      "lunadiff old.csv new.csv -k mail -f json -o result.json $MASK; cat result.json",
      "lunadiff old.csv new.csv -k mail -f listing --plugin format.lua $MASK",
      "lunadiff old.json new.json -k id -f listing --plugin format.lua $MASK",
      "lunadiff old.json new.json -k id -f jsonpatch $MASK",
      "lunadiff old.json new.json -k id $MASK",
      "lunadiff old.csv new.csv -k id -f json --patchable $MASK",
      "lunadiff explain old.csv new.csv -k id --key 2 $MASK",
      "lunadiff explain old.csv new.csv -k id --key 2 -f json $MASK",
      "lunadiff explain old.csv new.csv -k mail --record old:2 $MASK",
      "lunadiff explain old.csv new.csv -k mail --unpaired $MASK",
      "lunadiff explain old.csv new.csv -k mail --unpaired -f json $MASK",
      "lunadiff explain old.csv new.csv -k mail --key cr3t.bob $MASK",
      "lunadiff explain old.csv new.csv -k id --section area --record new:2 $MASK",
      "lunadiff explain old.json new.json -k id --key 1 $MASK",
      "lunadiff explain old.csv new.csv -r loud.lua --record old:1 $MASK",
      "lunadiff explain old.csv new.csv -r failing.lua --record old:1 $MASK",
      "lunadiff probe old.csv new.csv -k mail $MASK",
      "lunadiff probe old.csv -k mail -f json $MASK",
      "lunadiff merge base.csv ours.csv theirs.csv -k id -o merged $MASK",
      "lunadiff git diff data.csv old.csv 0 100644 new.csv 0 100644 -k id $MASK",
      "lunadiff git diff data.csv old.csv 0 100644 ragged.csv 0 100644 -k id $MASK",
      "lunadiff check unstable.lua old.csv new.csv $MASK",
      "lunadiff check loud.lua old.csv new.csv $MASK",
      "lunadiff batch a b -k id --report html --output-dir out $MASK; cat out/*",
      "lunadiff run driver.lua $MASK; cat driver.html",
    ]

  private func output(of command: String, flags: String) async throws -> String {
    let lunadiff = try Lunadiff()
    for (name, text) in Self.files { try lunadiff.directory.write(text, to: name) }
    for (folder, name) in [("a", "old.csv"), ("b", "new.csv")] {
      _ = try lunadiff.directory.makeDirectory(folder)
      try lunadiff.directory.write(try #require(Self.files[name]), to: "\(folder)/x.csv")
    }
    let result = try await lunadiff.shell("MASK='\(flags)'\n\(command)")
    return (result.outputText + result.errorText).lowercased()
  }

  @Test("no output has a masked value", arguments: commands)
  func nothingShows(command: String) async throws {
    let secret = Self.secret.lowercased()
    #expect(
      try await output(of: command, flags: "").contains(secret), "it would show nothing anyway")
    let masked = try await output(of: command, flags: "--mask mail,area")
    #expect(!masked.contains(secret), "\(masked)")
  }
}

import Foundation
import TestSupport
import Testing

/// A batch of many pairs of mixed sizes and formats, some of them not as they should be.
@Suite struct BatchTests {
  /// What the generated files must come to.
  private struct Expected {
    var deleted = 0
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var same = 0
    var different = 0
  }

  private static let formats = ["csv", "jsonl", "json", "tsv", "csv.zst", "jsonl.zst"]

  /// The text of rows in a format; a row is an identity and a value.
  private static func text(_ rows: [(Int, Int)], _ format: String) -> String {
    let objects = rows.map { "{\"id\":\"\($0.0)\",\"v\":\"\($0.1)\"}" }
    switch format {
    case "jsonl": return objects.map { $0 + "\n" }.joined()
    case "json": return "[" + objects.joined(separator: ",") + "]"
    case "tsv": return "id\tv\n" + rows.map { "\($0.0)\t\($0.1)\n" }.joined()
    default: return "id,v\n" + rows.map { "\($0.0),\($0.1)\n" }.joined()
    }
  }

  private static func write(
    _ rows: [(Int, Int)], _ side: String, _ name: String, _ format: String,
    _ directory: TemporaryDirectory
  ) throws {
    let plain = format.replacing(".zst", with: "")
    let place = try directory.write(text(rows, plain), to: "\(side)/\(name).\(plain)")
    guard plain != format else { return }
    let bytes = zstandard(Array(text(rows, plain).utf8))
    try Data(bytes).write(to: URL(fileURLWithPath: place + ".zst"))
    try FileManager.default.removeItem(atPath: place)
  }

  /// A frame of Zstandard whose one block is stored as it is.
  private static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // The magic number; a single segment whose size takes four bytes; the last block, which is raw.
    return [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + number(bytes.count, 4)
      + number(bytes.count << 3 | 1, 3) + bytes
  }

  /// Writes 197 pairs that can be compared and says what they come to.
  private static func generate(in directory: TemporaryDirectory) throws -> Expected {
    var generator = SeededGenerator(seed: 7)
    var expected = Expected()
    for number in 0..<197 {
      let count = [0, 3, 40, 400][Int.random(in: 0..<4, using: &generator)]
      let old = (0..<count).map { ($0, Int.random(in: 0..<9, using: &generator)) }
      var new: [(Int, Int)] = []
      let before = expected
      for row in old {
        switch number % 3 == 0 ? 9 : Int.random(in: 0..<40, using: &generator) {
        case 0: expected.deleted += 1
        case 1:
          expected.updated += 1
          new.append((row.0, row.1 + 1))
        case 2:
          expected.inserted += 1
          expected.unchanged += 1
          new += [row, (row.0 + 1_000_000, 1)]
        default:
          expected.unchanged += 1
          new.append(row)
        }
      }
      let isSame =
        before.deleted == expected.deleted && before.updated == expected.updated
        && before.inserted == expected.inserted
      expected.same += isSame ? 1 : 0
      expected.different += isSame ? 0 : 1
      let name = number % 5 == 0 ? "below/f\(number)" : "f\(number)"
      let format = formats[number % formats.count]
      // Now and then the new file has another format.
      try write(old, "old", name, format, directory)
      try write(new, "new", name, number % 7 == 0 ? "jsonl" : format, directory)
    }
    return expected
  }

  @Test("200 pairs of mixed sizes and formats come to the right totals and status")
  func manyPairs() async throws {
    let lunadiff = try Lunadiff()
    var expected = try Self.generate(in: lunadiff.directory)
    try lunadiff.directory.write("id,v\n1,2,3\n", to: "old/corrupt.csv")
    try lunadiff.directory.write("id,v\n1,2\n", to: "new/corrupt.csv")
    try lunadiff.directory.write("id,v\n1,2\n", to: "old/missing.csv")
    try lunadiff.directory.write("id,v\n1,2\n1,3\n", to: "old/twice.csv")
    try lunadiff.directory.write("id,v\n1,2\n1,3\n", to: "new/twice.csv")
    expected.unchanged += 2
    expected.same += 1
    let run = try await lunadiff.shell(
      """
      find old new -name '*[48]*.csv' -exec gzip {} +
      lunadiff batch old new -k id --recursive -f json --report json --output-dir reports
      echo "=> $?"; find reports -name '*.json' | wc -l; find . -name '*.tmp' | wc -l
      """)
    let lines = run.outputText.split(separator: "\n").map(String.init)
    #expect(
      lines[2]
        == "\"batch\":{\"pairs\":200,\"same\":\(expected.same),\"tolerated\":0,"
        + "\"different\":\(expected.different),\"onlyOld\":1,\"onlyNew\":0,\"failed\":1,\"status\":2},"
    )
    #expect(
      lines[3]
        == "\"summary\":{\"deleted\":\(expected.deleted),\"inserted\":\(expected.inserted),"
        + "\"updated\":\(expected.updated),\"moved\":0,\"unchanged\":\(expected.unchanged)},")
    #expect(lines.contains { $0.contains("twice.csv") && $0.contains(#""source":1,"target":1"#) })
    #expect(lines.suffix(3) == ["=> 2", "198", "0"])
    #expect(run.errorText.hasPrefix("lunadiff: corrupt.csv: old/corrupt.csv:2: record 1 has 3"))
  }

  @Test("the number of threads changes nothing")
  func threads() async throws {
    let lunadiff = try Lunadiff()
    _ = try Self.generate(in: lunadiff.directory)
    let one = try await lunadiff.run(["batch", "old", "new", "-k", "id", "--threads", "1"])
    let many = try await lunadiff.run(["batch", "old", "new", "-k", "id", "--threads", "7"])
    #expect(one.status == 1)
    #expect(one.outputText == many.outputText)
  }

  @Test("each pair comes to what it comes to alone, under rules that remember, print, fail or do none of these")
  func pairsAlone() async throws {
    let lunadiff = try Lunadiff()
    let rules = [
      "return { identity = 'id', equal = { v = luna.compare.number { absolute = 1 } } }",
      "return { identity = function(r) return r.id end, normalize = { v = function(v) return v:lower() end } }",
      "local n = 0\nreturn { identity = 'id', equal = { v = function(a, b) n = n + 1 return n % 3 == 0 end } }",
      "print('loaded')\nreturn { identity = 'id', normalize = { v = function(v) return v:upper() end } }",
      "return { identity = 'id', normalize = { v = function(v) if v == '5' then error('no') end return v end } }",
    ]
    for (number, text) in rules.enumerated() { try lunadiff.directory.write(text, to: "\(number).lua") }
    try lunadiff.directory.write("id,v\n" + (1...9).map { "\($0),\($0)\n" }.joined(), to: "old/plain.csv")
    try lunadiff.directory.write("id,v\n" + (1...9).map { "\($0),\($0 * $0 / 4)\n" }.joined(), to: "new/plain.csv")
    let run = try await lunadiff.shell(
      """
      for i in 1 2 3 4 5; do for side in old new; do sed "s/^$i,.*/$i,x$i/" $side/plain.csv >$side/f$i.csv; done; done
      for rules in [0-9].lua; do
        lunadiff batch old new -r $rules --threads 1 -q --report json --output-dir out 2>batch.err >batch.out
        for f in old/*; do f=$(basename $f)
          lunadiff old/$f new/$f -r $rules --threads 1 -f json >alone.json 2>alone.err
          if [ -e out/$f.json ]; then cmp out/$f.json alone.json; else grep -qF "$(sed -n '1s/^lunadiff: //p' alone.err)" batch.err \
            || echo "$rules $f"; fi
        done; cat batch.out batch.err | grep -c loaded; rm -r out
      done
      """)
    #expect(run.outputText == "0\n0\n0\n6\n0\n")
  }

  @Test("each pair comes to what it comes to alone, whatever columns it shares with others")
  func columnsAlone() async throws {
    let lunadiff = try Lunadiff()
    let texts = [
      "id,v\n1,a\n2,b\n", "id,v\n1,a\n2,c\n,d\n", "v,id\na,1\nb,2\n", "id;v\n1;a\n2;b\n", "id,\u{E9}\n1,a\n2,b\n",
      "id,e\u{301}\n1,a\n2,b\n", "id,v\n1,a\n1,b\n", "id,v\n1,2,3\n", "",
    ]
    for (old, text) in texts.enumerated() {
      for (new, other) in texts.enumerated() {
        try lunadiff.directory.write(text, to: "old/\(old)\(new).csv")
        try lunadiff.directory.write(other, to: "new/\(old)\(new).csv")
      }
    }
    let run = try await lunadiff.shell(
      """
      for flags in "" "-k id --ignore v" "--rename v=id --rename id=v --ragged pad"; do
        lunadiff batch old new $flags --threads 1 -f jsonl --report json --output-dir all >all.jsonl 2>all.err
        for f in old/*; do lunadiff batch old new $flags --pattern $(basename $f) -f jsonl --report json \
          --output-dir one 2>>one.err | head -1 >>one.jsonl; done
        sort all.err >all.sorted; sort one.err | cmp - all.sorted
        diff -r all one; head -n -1 all.jsonl | sed s:all/:one/: | cmp - one.jsonl
        ls all | wc -l; rm -r all one all.* one.*
      done
      """)
    #expect(run.outputText == "64\n56\n49\n")
    #expect(run.errorText.isEmpty)
  }

  @Test("memory depends on the largest pair, not on their number")
  func memory() async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      mkdir old new
      (echo id; seq 1 20000) >old/f0.csv; (echo id; seq 10001 30000) >new/f0.csv
      peak() { lunadiff batch old new -k id -q & while kill -0 $! 2>/dev/null; do
        grep VmHWM /proc/$!/status 2>/dev/null; done | tail -1 | tr -dc 0-9; wait; }
      one=$(peak)
      for i in $(seq 1 60); do cp old/f0.csv old/f$i.csv; cp new/f0.csv new/f$i.csv; done
      many=$(peak)
      [ "$one" -gt 0 ] && [ "$many" -lt $((one * 3 + 40000)) ] && echo bounded || echo "$one $many"
      """)
    #expect(run.outputText == "bounded\n")
  }

  @Test("an interruption leaves nothing half written", arguments: ["INT", "TERM"])
  func interruption(name: String) async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      mkdir old new
      for i in 1 2 3 4 5 6 7 8; do
        (echo id; seq 1 60000) >old/f$i.csv; (echo id; seq 60001 120000) >new/f$i.csv
      done
      env --default-signal=\(name) lunadiff batch old new -k id --report json \\
        --output-dir out & job=$!
      while [ -z "$(ls out 2>/dev/null)" ]; do :; done
      kill -\(name) $job; wait $job; echo "=> $?"
      ls -A out | grep -c tmp
      for f in out/*.json; do tail -c 2 $f; done | sort -u
      """)
    #expect(run.outputText == "=> 2\n0\n}\n")
    #expect(run.errorText == "lunadiff: interrupted; finished outputs are whole\n")
  }
}

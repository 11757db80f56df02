import Testing

@testable import Records

/// What one reading of a text gave.
struct Reading: Equatable {
  var rows: [[[UInt8]]] = []
  var starts: [Int] = []
  var hashes: [UInt64] = []
  var notes: [ReadNote] = []
  var error: RecordError?

  init(_ text: [UInt8], _ options: ReadOptions, key: [String]? = nil) {
    do {
      let input = try RecordInput.read(bytes: text, name: "text", options: options)
      let known = (key ?? []).filter { input.header?.contains($0) ?? false }
      let table = try input.table(hashing: key == nil ? nil : known)
      var cursor = table.makeCursor()
      for record in 0..<table.count {
        starts.append(table.index.starts[record])
        rows.append(
          table.columns.indices.compactMap { column in
            cursor.field(record, column).withText { Array($0) }
          })
      }
      hashes = table.identityHashes
      notes = table.notes
    } catch {
      self.error = error
    }
  }
}

@Suite("CSV agreement") struct CSVAgreementTests {
  static let pieces: [[UInt8]] = [
    "a", "b", ",", ",", "\"", "\"", "\n", "\n", "\r\n", "\r", "\"\"", "é", "x,y,z\n", "\"q\"",
    "\"a,b\"", "\"a\nb\"", "\",\"", "\"\n", "long text without any mark at all ",
  ].map { Array($0.utf8) }
  static let wellFormed: [[UInt8]] = [
    "1,2\n", "\"1\",2\n", "\"a\nb\",2\r\n", "\"a\"\"b\",\"\"\n", "\n", "\r\n", "日本,é\n",
    "\"line one\nline two\nline three\",x\n", ",\n", "plain enough text,more of the same\n",
  ].map { Array($0.utf8) }

  static let rounds = isSlow ? 1_000_000 : 1500

  @Test("random texts read as the naive reader reads them", arguments: [1, 2])
  func naive(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<Self.rounds {
      let isWild = round % 2 == 0
      let text = random.text(
        of: isWild ? Self.pieces : Self.wellFormed, count: Int(random.next() % 40))
      var naive = NaiveCSV()
      naive.read(text)
      let width = naive.rows.first?.count ?? 0
      if width == 1 {
        naive = NaiveCSV()
        naive.keepsBlanks = true
        naive.read(text)
      }
      let reading = Reading(
        text,
        .with {
          $0.format = .csv
          $0.delimiter = UInt8(ascii: ",")
          $0.hasHeader = false
          $0.ragged = .skip
          $0.workers = 1
        })
      if let place = naive.unterminated {
        #expect(reading.error?.byte == place, "seed \(seed) round \(round)")
      } else {
        let expected = naive.rows.filter { $0.count == width }
        #expect(
          reading.rows == expected,
          "seed \(seed) round \(round): \(String(decoding: text, as: UTF8.self).debugDescription)")
      }
    }
  }

  @Test(
    "texts of every length without a last line end are read to their end", arguments: [1, 50, 1000])
  func everyLength(chunk: Int) {
    for length in 1...300 {
      let text = Array("a\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: length)
      var options = ReadOptions()
      options.format = .csv
      options.chunkSize = chunk
      let reading = Reading(text, options, key: ["a"])
      #expect(reading.rows == [[Array(text[2...])]], "\(length)")
    }
  }

  @Test("workers and sizes of parts change nothing", arguments: [1, 2])
  func chunks(seed: UInt64) {
    var random = SplitMix(seed: seed &+ 77)
    for round in 0..<Self.rounds / 4 {
      let isWild = round % 2 == 0
      let text = random.text(
        of: isWild ? Self.pieces : Self.wellFormed, count: Int(random.next() % 60))
      let policy = RaggedPolicy.allCases[round % 3]
      var options = ReadOptions.with {
        $0.format = .csv
        $0.delimiter = UInt8(ascii: ",")
        $0.hasHeader = false
        $0.ragged = policy
        $0.workers = 1
        $0.comment = round % 5 == 0 ? UInt8(ascii: "b") : nil
      }
      let key = ["2", "1"]
      let whole = Reading(text, options, key: key)
      for size in [1, 2, 3, 7, 64, 100] {
        options.chunkSize = size
        options.workers = 1 + size % 3
        let parts = Reading(text, options, key: key)
        #expect(
          parts == whole,
          "seed \(seed) round \(round) size \(size): \(String(decoding: text, as: UTF8.self).debugDescription)"
        )
      }
    }
  }
}

import Foundation
import Records
import Reports
import Requests
import Scripting
import Platform
import TestSupport
import Testing

/// Results of real pairs, applied and taken back.
@Suite struct RealPatchTests {
  /// A sink that keeps what it is given.
  private struct Memory: ReportSink {
    var bytes: [UInt8] = []
    mutating func write(_ more: BytesView) { bytes += more }
  }

  private func inflate(_ path: String, to name: String, in directory: TemporaryDirectory) throws -> String {
    let storage = try ByteStorage.inflated(path: path, name: path, options: ReadOptions())
    return try withExtendedLifetime(storage) {
      try directory.write(String(decoding: storage.plain.bytes, as: UTF8.self), to: name)
    }
  }

  private func record(
    _ name: String, _ key: [String], _ format: ReportFormat, isPatchable: Bool,
    in directory: TemporaryDirectory
  ) throws -> (old: String, new: String, changes: String) {
    let folder = "\(RealProbeTests.fixtures)/\(name)"
    let files = try ["old.csv", "new.csv"].map { try inflate("\(folder)/\($0).zst", to: $0, in: directory) }
    var request = DiffRequest(old: files[0], new: files[1])
    request.options.flags.identify(by: key)
    var options = ReportOptions()
    options.patchable = isPatchable
    var sink = Memory()
    try write(compare(request), as: format, options: options, to: &sink)
    let changes = try directory.write(String(decoding: sink.bytes, as: UTF8.self), to: "changes")
    return (request.old, request.new, changes)
  }

  @Test("an exact patch gives every byte of real files, and takes them back", arguments: RealProbeTests.keys)
  func exact(name: String, key: [String]) throws {
    let directory = try TemporaryDirectory()
    for format in [ReportFormat.json, .jsonl] {
      let files = try record(name, key, format, isPatchable: true, in: directory)
      var request = PatchRequest(input: files.old, changes: files.changes)
      request.use.isExact = true
      #expect(try patch(request).text == Array(Data(contentsOf: URL(filePath: files.new))))
      request.input = files.new
      request.use.isReverse = true
      #expect(try patch(request).text == Array(Data(contentsOf: URL(filePath: files.old))))
    }
  }

  @Test("by values a real file whose columns stayed comes out byte for byte")
  func byValues() throws {
    let directory = try TemporaryDirectory()
    let files = try record(
      "world-cities", ["geonameid"], .json, isPatchable: false, in: directory)
    var request = PatchRequest(input: files.old, changes: files.changes)
    #expect(try patch(request).text == Array(Data(contentsOf: URL(filePath: files.new))))
    request.input = files.new
    request.use.isReverse = true
    #expect(try patch(request).text == Array(Data(contentsOf: URL(filePath: files.old))))
  }

  @Test(
    "a real pair with new columns is refused by values, or leaves them out",
    arguments: [false, true])
  func newColumns(keepsColumns: Bool) throws {
    let directory = try TemporaryDirectory()
    let files = try record(
      "subdivisions", ["SUCountry", "SUCode"], .json, isPatchable: false, in: directory)
    var request = PatchRequest(input: files.old, changes: files.changes)
    request.use.keepsColumns = keepsColumns
    guard keepsColumns else {
      #expect { try patch(request) } throws: { "\($0)".contains("the column 'SUType'") }
      return
    }
    let output = try directory.write(
      String(decoding: patch(request).text, as: UTF8.self), to: "out.csv")
    var again = DiffRequest(old: output, new: files.new)
    again.options.flags.identify(by: ["SUCountry", "SUCode"])
    #expect(try compare(again).changeCount == 0)
  }
}

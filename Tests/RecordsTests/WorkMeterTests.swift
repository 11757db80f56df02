import Testing

@testable import Records

@Suite struct WorkMeterTests {
  @Test("nothing is known before a step begins")
  func unknown() {
    let meter = WorkMeter()
    #expect(meter.fraction == nil)
    meter.plan([.reading: 1])
    #expect(meter.fraction == nil)
  }

  @Test("steps count by their shares, and a step by what is done of it")
  func shares() {
    let meter = WorkMeter()
    meter.plan([.reading: 1, .identifying: 2, .comparing: 1])
    meter.begin(.reading, of: 10)
    #expect(meter.fraction == 0)
    meter.advance(by: 5)
    #expect(meter.fraction == 0.125)
    meter.begin(.identifying, of: 4)
    #expect(meter.fraction == 0.25)
    meter.advance(by: 1)
    #expect(meter.fraction == 0.375)
    meter.begin(.comparing, of: 0)
    #expect(meter.fraction == 0.75)
  }

  @Test("more than there was to do is no more than all of it")
  func excess() {
    let meter = WorkMeter()
    meter.plan([.reading: 1])
    meter.begin(.reading, of: 10)
    meter.advance(by: 25)
    #expect(meter.fraction == 1)
  }

  @Test("reading counts every byte, whatever the format", arguments: ["csv", "jsonl", "json"])
  func reading(format: String) throws {
    let meter = WorkMeter()
    let records = (0..<5000).map { format == "csv" ? "\($0),x\n" : "{\"id\":\($0)}" }
    let text =
      switch format {
      case "csv": "id,v\n" + records.joined()
      case "json": "[" + records.joined(separator: ",") + "]"
      default: records.joined(separator: "\n")
      }
    var options = ReadOptions()
    options.format = InputFormat(rawValue: format)
    options.meter = meter
    options.workers = 2
    options.chunkSize = 1000
    meter.plan([.reading: 1])
    meter.begin(.reading, of: text.utf8.count)
    _ = try RecordInput.read(bytes: Array(text.utf8), name: "x", options: options).table()
    #expect((meter.fraction ?? 0) > 0.99)
  }

  @Test("what nobody waits for is neither read to its end nor converted")
  func cancelled() {
    var options = ReadOptions()
    options.encoding = "latin1"
    let meter = WorkMeter()
    meter.cancel()
    options.meter = meter
    #expect(throws: RecordError(.cancelled, file: "/dev/zero")) {
      try RecordInput.open(path: "/dev/zero", options: options)
    }
    #expect(throws: RecordError(.cancelled, file: "x")) {
      try RecordInput.read(bytes: Array("id\n1\n".utf8), name: "x", options: options)
    }
  }
}

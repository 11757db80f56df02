import Platform
import TestSupport
import Testing

@Suite struct SpillFileTests {
  @Test("what is appended to a file of the temporary folder can be read and mapped")
  func reading() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFolder(directory.path).makeFile()
    let numbers = (0..<10_000).map { Int32($0) }
    for part in [numbers[..<3], numbers[3...]] {
      try part.withBytes { try file.append($0) }
    }
    var read = [Int32](repeating: 0, count: 5)
    try read.withUnsafeMutableBytes { try file.read(into: $0, at: 4 * 100) }
    #expect(read == [100, 101, 102, 103, 104])
    let mapped = try file.mapped()
    #expect(numbers.indices.map { mapped.bytes.load(at: 4 * $0, as: Int32.self) } == numbers)
  }

  @Test("values that are shorter than their strides are read by strides, the last one too")
  func padding() throws {
    struct Padded: BitwiseCopyable, Equatable {
      let number: Int64
      let flag: UInt8
    }
    let directory = try TemporaryDirectory()
    let file = try SpillFolder(directory.path).makeFile()
    let values = (0..<3).map { Padded(number: $0, flag: UInt8($0)) }
    try file.append(contentsOf: values.span)
    #expect(file.size == 3 * MemoryLayout<Padded>.stride)
    var read = [Padded](repeating: Padded(number: 9, flag: 9), count: 3)
    try read.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    #expect(read == values)
  }

  @Test("a file of the temporary folder has no name there")
  func names() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFolder(directory.path).makeFile()
    try [UInt8](repeating: 1, count: 100).withBytes { try file.append($0) }
    #expect(try directory.names().isEmpty)
  }

  @Test("a folder that is not there says so, and which one")
  func missing() {
    let error = #expect(throws: SpillError.self) {
      try SpillFolder("/nowhere/at all").makeFile()
    }
    #expect(
      error?.finding
        == "cannot write to the temporary folder /nowhere/at all: No such file or directory")
  }

  @Test("what lies behind the end of a file cannot be read")
  func end() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFolder(directory.path).makeFile()
    var room = [UInt8](repeating: 0, count: 8)
    #expect(throws: SpillError.self) {
      try room.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    }
  }

  @Test("there is some memory, and no more than the machine has")
  func available() {
    #expect(AvailableMemory.size > 1 << 20)
    #expect(AvailableMemory.size <= Memory.installed)
  }
}

import Comparing
import Platform
import Records
import StagedDiff

/// A file that a step has written, in slices that can be read one by one.
///
/// It begins with numbers of 64 bits: a mark, the plan's number, the step, the part or shard, how many slices there
/// are; then for each slice its size and checksum; then a checksum of all these. The slices follow. A file that lacks a
/// byte, is of another plan, or was written by a machine of another order of bytes is none.
struct ShardFile {
  enum Step: UInt64 {
    case map = 1
    case reduce = 2

    /// The step's name on the command line, and in those of its files.
    var name: String { self == .map ? "map" : "reduce" }
  }

  let step: Step
  /// The part or shard, counted from 0.
  let number: Int
  let plan: UInt64
  /// The plan's directory, and what messages call it.
  let directory: String
  let name: String

  private static let mark: UInt64 = 0x3164_7261_6853_616C
  private static let fixedNumbers = 5

  private var path: String { "\(directory)/\(fileName)" }
  private var fileName: String { "\(step.name)-\(number + 1)" }

  /// Writes the file whole or not at all; what was there before is replaced.
  func write(_ slices: [ShardBytes]) throws {
    var head = [Self.mark, plan, step.rawValue, UInt64(number), UInt64(slices.count)]
    for slice in slices { head += [UInt64(slice.bytes.count), Self.checksum(slice.bytes)] }
    head.append(head.withBytes(Self.checksum))
    try OutputPlace(path, inputs: []).write { file in
      try head.withBytes(file.write)
      for slice in slices { try file.write(slice.bytes) }
    }
  }

  private static func checksum(_ bytes: BytesView) -> UInt64 { HashSecrets.fixed.hash(of: bytes) }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 { bytes.withBytes(checksum) }

  func read(_ wanted: [Int]) throws(LunaDiffError) -> [ShardBytes] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      guard Errno.last.code == ENOENT else { throw LunaDiffError("\(name)/\(fileName): cannot open: \(Errno.last)") }
      throw missing
    }
    defer { close(file) }
    let sizes = try head(file)
    var slices: [ShardBytes] = []
    for slice in wanted {
      guard slice < sizes.count else { throw damaged }
      let bytes = try bytes(file, from: sizes[slice].start, count: sizes[slice].count)
      guard Self.checksum(bytes) == sizes[slice].checksum else { throw damaged }
      slices.append(ShardBytes(bytes))
    }
    return slices
  }

  private func head(_ file: Int32) throws(LunaDiffError) -> [(start: Int, count: Int, checksum: UInt64)] {
    let fixed = try numbers(file, from: 0, count: Self.fixedNumbers)
    guard fixed[0] == Self.mark, fixed[1] == plan, fixed[2] == step.rawValue, fixed[3] == UInt64(number),
      fixed[4] <= UInt64(ShardLayout.most + 1)
    else { throw damaged }
    let all = try numbers(file, from: 0, count: Self.fixedNumbers + 2 * Int(fixed[4]) + 1)
    guard all.dropLast().withBytes(Self.checksum) == all.last else { throw damaged }
    var start = all.count * 8
    var slices: [(start: Int, count: Int, checksum: UInt64)] = []
    for index in stride(from: Self.fixedNumbers, to: all.count - 1, by: 2) {
      let count = Int(clamping: all[index])
      slices.append((start, count, all[index + 1]))
      start += count
    }
    return slices
  }

  private func numbers(_ file: Int32, from start: Int, count: Int) throws(LunaDiffError) -> [UInt64] {
    let bytes = try bytes(file, from: start, count: count * 8)
    return bytes.withBytes { bytes in (0..<count).map { bytes.load(at: 8 * $0, as: UInt64.self) } }
  }

  private func bytes(_ file: Int32, from start: Int, count: Int) throws(LunaDiffError) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0, start + count <= Int(status.st_size) else { throw damaged }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      while filled < count {
        let got = pread(file, bytes.baseAddress?.advanced(by: filled), count - filled, off_t(start + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard bytes.count == count else { throw damaged }
    return bytes
  }

  private var command: String { "lunadiff shard \(step.name) \(name.shellWord) \(number + 1)" }

  private var missing: LunaDiffError {
    let what = step == .map ? "part \(number + 1) is not mapped" : "shard \(number + 1) is not reduced"
    return LunaDiffError("\(name): \(what) yet\n  hint: \(command)")
  }

  /// The file is cut off, changed, or another plan's.
  var damaged: LunaDiffError {
    LunaDiffError("\(name)/\(fileName): it is damaged, or of another plan\n  hint: \(command) writes it anew")
  }
}

/// Parts and shards as slices of a file: of a part, its sections and then a slice for each shard.
extension ShardFile {
  func write(_ part: MappedPart) throws {
    var sections = ShardBytes()
    for side in Side.allCases { sections.append(part.sections[side]) }
    sections.append(part.tally.counts)
    let shards = part.shards.map { shard in
      var slice = ShardBytes()
      for side in Side.allCases {
        slice.append(shard[side].records)
        slice.append(shard[side].prints)
        slice.append(shard[side].sections)
      }
      return slice
    }
    try write([sections] + shards)
  }

  /// Reads a part, or of its entries only those of one shard.
  func part(of layout: ShardLayout, only shard: Int? = nil) throws(LunaDiffError) -> MappedPart {
    let shards = layout.shards
    let wanted = shard.map { [$0] } ?? Array(0..<shards)
    var slices = try read([0] + wanted.map { $0 + 1 })
    let none = Sides(source: MappedPart.Entries(), target: MappedPart.Entries())
    var part = MappedPart(shards: Array(repeating: none, count: shards), sections: Sides(source: [], target: []))
    for side in Side.allCases {
      guard let sections = slices[0].next(of: Int32.self) else { throw damaged }
      part.sections[side] = sections
    }
    guard let counts = slices[0].next(of: Int32.self) else { throw damaged }
    part.tally = RuleTally(counts: counts)
    for (index, shard) in wanted.enumerated() {
      for side in Side.allCases {
        var entries = MappedPart.Entries()
        guard let records = slices[index + 1].next(of: Int32.self),
          let prints = slices[index + 1].next(of: Fingerprint.self),
          let sections = slices[index + 1].next(of: Int32.self)
        else { throw damaged }
        (entries.records, entries.prints, entries.sections) = (records, prints, sections)
        part.shards[shard][side] = entries
      }
    }
    guard part.fits(layout) else { throw damaged }
    return part
  }

  func write(_ shard: ReducedShard) throws {
    var slice = ShardBytes()
    for array in [
      shard.sources, shard.targets, shard.updated, shard.widths, shard.columns, shard.tally.counts,
    ] { slice.append(array) }
    for side in [shard.duplicates.source, shard.duplicates.target] {
      slice.append([side.identities, side.repetitions])
      slice.append(side.examples.flatMap { [$0.first, $0.second] })
    }
    try write([slice])
  }

  func shard(of layout: ShardLayout) throws(LunaDiffError) -> ReducedShard {
    var slices = try read([0])
    var arrays: [[Int32]] = []
    while arrays.count < 6, let array = slices[0].next(of: Int32.self) { arrays.append(array) }
    var sides: [Duplicates.Side] = []
    while sides.count < 2, let counts = slices[0].next(of: Int.self), counts.count == 2,
      let examples = slices[0].next(of: Int.self)
    {
      let pairs = stride(from: 0, to: examples.count - 1, by: 2).map {
        Duplicates.Example(first: examples[$0], second: examples[$0 + 1])
      }
      sides.append(Duplicates.Side(identities: counts[0], repetitions: counts[1], examples: pairs))
    }
    guard arrays.count == 6, sides.count == 2 else { throw damaged }
    var shard = ReducedShard()
    (shard.sources, shard.targets, shard.updated) = (arrays[0], arrays[1], arrays[2])
    (shard.widths, shard.columns) = (arrays[3], arrays[4])
    shard.tally = RuleTally(counts: arrays[5])
    shard.duplicates = Duplicates(source: sides[0], target: sides[1])
    guard shard.fits(layout) else { throw damaged }
    return shard
  }
}

/// Arrays of plain numbers as bytes, one behind the other, in this machine's order of bytes.
struct ShardBytes {
  private(set) var bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Adds an array: how many elements there are, then these, filled up to a multiple of eight bytes.
  mutating func append<Element: BitwiseCopyable>(_ array: [Element]) {
    bytes.append(bytesOf: UInt64(array.count))
    array.withBytes { bytes.append(contentsOf: $0) }
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  /// Reads the next array; `nil` where there is none.
  mutating func next<Element: BitwiseCopyable>(of type: Element.Type = Element.self) -> [Element]? {
    guard bytes.count - index >= 8 else { return nil }
    let count = bytes.withBytes { $0.load(at: index, as: UInt64.self) }
    let room = (bytes.count - index - 8) / MemoryLayout<Element>.stride
    guard count <= UInt64(room) else { return nil }
    let size = Int(count) * MemoryLayout<Element>.stride
    let start = index + 8
    index = min(bytes.count, start + (size + 7) / 8 * 8)
    return bytes.withBytes { bytes in
      let elements = bytes[part: start..<start + size]
      return (0..<Int(count)).map { elements.load(at: $0 * MemoryLayout<Element>.stride, as: Element.self) }
    }
  }
}

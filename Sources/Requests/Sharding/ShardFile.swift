import Platform
import Comparing
import Records

/// A file that a step has written, in slices that can be read one by one.
///
/// It begins with numbers of 64 bits: a mark, the plan's number, the step, the part or shard, how many slices there are;
/// then for each slice its size and checksum; then a checksum of all these. The slices follow. A file that lacks a byte, is
/// of another plan, or was written by a machine of another order of bytes is none.
struct ShardFile {
  /// The steps that write files.
  enum Step: UInt64 {
    case map = 1
    case reduce = 2

    /// The step's name on the command line, and in those of its files.
    var name: String { self == .map ? "map" : "reduce" }
  }

  let step: Step
  /// The part or shard, counted from 0.
  let number: Int
  /// The plan's number.
  let plan: UInt64
  /// The plan's directory, and what messages call it.
  let directory: String
  let name: String

  private static let mark: UInt64 = 0x3164_7261_6853_616C
  private static let fixedNumbers = 5

  private var path: String { "\(directory)/\(fileName)" }
  private var fileName: String { "\(step.name)-\(number + 1)" }

  // MARK: Writing

  /// Writes the file whole or not at all; what was there before is replaced.
  func write(_ slices: [ShardBytes]) throws {
    var head = [Self.mark, plan, step.rawValue, UInt64(number), UInt64(slices.count)]
    for slice in slices {
      head += [UInt64(slice.bytes.count), Self.checksum(slice.bytes)]
    }
    head.append(head.withBytes(Self.checksum))
    try OutputPlace(path, inputs: []).write { file in
      try head.withBytes(file.write)
      for slice in slices { try file.write(slice.bytes) }
    }
  }

  private static func checksum(_ bytes: BytesView) -> UInt64 {
    HashSecrets.fixed.hash(of: bytes)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 { bytes.withBytes(checksum) }

  // MARK: Reading

  /// Reads some slices, in the order of their numbers.
  ///
  /// - Throws: `LunaDiffError` where the file is not there, or is not what the step has written.
  func read(_ wanted: [Int]) throws(LunaDiffError) -> [ShardBytes] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      guard Errno.last.code == ENOENT else {
        throw LunaDiffError("\(name)/\(fileName): cannot open: \(Errno.last)")
      }
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

  /// Where each slice is.
  private func head(
    _ file: Int32
  ) throws(LunaDiffError) -> [(start: Int, count: Int, checksum: UInt64)] {
    let fixed = try numbers(file, from: 0, count: Self.fixedNumbers)
    guard fixed[0] == Self.mark, fixed[1] == plan, fixed[2] == step.rawValue,
      fixed[3] == UInt64(number), fixed[4] <= UInt64(ShardLayout.most + 1)
    else { throw damaged }
    let all = try numbers(file, from: 0, count: Self.fixedNumbers + 2 * Int(fixed[4]) + 1)
    guard all.dropLast().withBytes(Self.checksum) == all.last else { throw damaged }
    var start = all.count * 8
    var slices: [(start: Int, count: Int, checksum: UInt64)] = []
    for place in stride(from: Self.fixedNumbers, to: all.count - 1, by: 2) {
      let count = Int(clamping: all[place])
      slices.append((start, count, all[place + 1]))
      start += count
    }
    return slices
  }

  private func numbers(
    _ file: Int32, from start: Int, count: Int
  ) throws(LunaDiffError) -> [UInt64] {
    let bytes = try bytes(file, from: start, count: count * 8)
    return bytes.withBytes { bytes in
      (0..<count).map { bytes.load(at: 8 * $0, as: UInt64.self) }
    }
  }

  private func bytes(
    _ file: Int32, from start: Int, count: Int
  ) throws(LunaDiffError) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0, start + count <= Int(status.st_size) else { throw damaged }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      while filled < count {
        let got = pread(
          file, bytes.baseAddress?.advanced(by: filled), count - filled, off_t(start + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard bytes.count == count else { throw damaged }
    return bytes
  }

  // MARK: Errors

  private var command: String { "lunadiff shard \(step.name) \(name.shellWord) \(number + 1)" }

  private var missing: LunaDiffError {
    let what =
      step == .map ? "part \(number + 1) is not mapped" : "shard \(number + 1) is not reduced"
    return LunaDiffError("\(name): \(what) yet\n  hint: \(command)")
  }

  /// The file is cut off, changed, or another plan's.
  var damaged: LunaDiffError {
    LunaDiffError(
      "\(name)/\(fileName): it is damaged, or of another plan\n  hint: \(command) writes it anew")
  }
}

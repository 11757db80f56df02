import CIsal
import CZlib
import Platform

/// Inflates gzip: any number of members one behind the other.
struct Gunzip {
  static let format = "gzip"
  private static let magic: [UInt8] = [0x1F, 0x8B, 8]

  static func recognizes(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

  /// Whether bytes end before they can be recognized.
  static func isCutOff(_ bytes: BytesView) -> Bool { bytes.count < magic.count && magic.starts(with: bytes) }

  static func inflate(_ input: BytesView, name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    let gunzip = Gunzip(input: input, name: name, options: options)
    if let isal = IsalInflater() {
      do { return try gunzip.inflated(by: isal) } catch {
        // Where it refuses, zlib says why.
        guard error.kind.isDamage else { throw error }
      }
    }
    return try gunzip.inflated(by: try ZlibInflater(hasHeader: true, format: format, name: name))
  }

  let input: BytesView
  let name: String
  let options: ReadOptions

  func inflated(by inflater: some GzipInflater) throws(RecordError) -> ByteStorage {
    let output = GrowingBytes(name: name, options, inflating: input.count)
    var at = 0
    repeat {
      try checkFlags(of: at)
      inflater.reset()
      at = try inflater.inflate(input, from: at, to: output, Self.format, name: name)
      while at < input.count && input[at] == 0 { at += 1 }
      guard at == input.count || Self.recognizes(input[part: at...]) else { throw corrupt("something else follows it") }
    } while at < input.count
    return try output.finish()
  }

  /// Refuses flags in the header of the member at a place that RFC 1952 does not know: ISA-L passes over them.
  private func checkFlags(of start: Int) throws(RecordError) {
    let index = start + Self.magic.count
    guard index < input.count, input[index] & 0xE0 != 0 else { return }
    throw corrupt("unknown header flags set")
  }

  private func corrupt(_ reason: String) -> RecordError {
    RecordError(.corrupt(format: Self.format, reason: reason), file: name)
  }
}

extension InflatedPiece { fileprivate var isProgress: Bool { used > 0 || filled > 0 } }

extension RecordError.Kind {
  fileprivate var isDamage: Bool {
    switch self {
    case .corrupt, .truncated: true
    default: false
    }
  }
}

final class IsalInflater: GzipInflater {
  private let stream: OpaquePointer

  /// `nil` where there is no ISA-L.
  init?() {
    guard let stream = lunadiff_isal_open() else { return nil }
    self.stream = stream
  }

  deinit { lunadiff_isal_close(stream) }

  func reset() { lunadiff_isal_reset(stream) }

  func inflate(_ input: BytesView, into room: UnsafeMutableRawBufferPointer) -> InflatedPiece {
    let part = UInt32(min(input.count, InflatedPiece.largest))
    let space = UInt32(min(room.count, InflatedPiece.largest))
    var (unused, free) = (part, space)
    let status = lunadiff_isal_inflate(
      stream, input.unsafeStart, &unused, room.baseAddress?.assumingMemoryBound(to: UInt8.self), &free)
    // Of a stream that is cut off it may give more back than it was given.
    guard unused <= part, free <= space else {
      return InflatedPiece(outcome: .damaged("ISA-L refuses it"), used: 0, filled: 0)
    }
    let outcome: InflatedPiece.Outcome =
      switch status {
      case LUNADIFF_ISAL_MORE: .goesOn
      case LUNADIFF_ISAL_END: .ended
      default: .damaged("ISA-L refuses it")
      }
    return InflatedPiece(outcome: outcome, used: Int(part - unused), filled: Int(space - free))
  }
}

final class ZlibInflater: GzipInflater {
  // zlib remembers the address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Reads members of gzip, or single streams without a header, as they stand in a zip archive.
  ///
  /// - Throws: `RecordError` where zlib has no memory.
  init(hasHeader: Bool, format: String, name: String) throws(RecordError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let (gzipOnly, withoutHeader): (Int32, Int32) = (15 + 16, -15)
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, hasHeader ? gzipOnly : withoutHeader, ZLIB_VERSION, size) == Z_OK else {
      throw RecordError(.corrupt(format: format, reason: "zlib does not start"), file: name)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func reset() { inflateReset(stream) }

  func inflate(_ input: BytesView, into room: UnsafeMutableRawBufferPointer) -> InflatedPiece {
    let part = min(input.count, InflatedPiece.largest)
    let space = min(room.count, InflatedPiece.largest)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.unsafeStart)
    stream.pointee.avail_in = UInt32(part)
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = UInt32(space)
    let outcome = outcome(of: CZlib.inflate(stream, Z_NO_FLUSH))
    return InflatedPiece(
      outcome: outcome, used: part - Int(stream.pointee.avail_in), filled: space - Int(stream.pointee.avail_out))
  }

  private func outcome(of status: Int32) -> InflatedPiece.Outcome {
    switch status {
    case Z_STREAM_END: .ended
    case Z_OK, Z_BUF_ERROR: .goesOn
    default: .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "code \(status)")
    }
  }
}

protocol GzipInflater {
  func reset()

  func inflate(_ input: BytesView, into room: UnsafeMutableRawBufferPointer) -> InflatedPiece
}

extension GzipInflater {
  /// Inflates the member that begins at a place, and says where it ends.
  func inflate(
    _ input: BytesView, from start: Int, to output: GrowingBytes, _ format: String, name: String
  ) throws(RecordError) -> Int {
    var at = start
    while true {
      let room = try output.room(1 << 18)
      let piece = inflate(input[part: at...], into: room)
      at += piece.used
      try output.didWrite(piece.filled)
      switch piece.outcome {
      case .ended: return at
      case .damaged(let reason): throw RecordError(.corrupt(format: format, reason: reason), file: name)
      case .goesOn where piece.filled == room.count || at < input.count && piece.isProgress: continue
      case .goesOn: throw RecordError(.truncated(format: format), file: name)
      }
    }
  }
}

/// How far a piece of work of a `GzipInflater` has come.
struct InflatedPiece {
  enum Outcome {
    /// The member goes on, with more input or more room.
    case goesOn
    /// The member has ended, and its checksum and size are right.
    case ended
    case damaged(String)
  }

  let outcome: Outcome
  let used: Int
  let filled: Int

  /// The most bytes of input or room for one piece: inflaters count in 32 bits.
  static let largest = 1 << 30
}

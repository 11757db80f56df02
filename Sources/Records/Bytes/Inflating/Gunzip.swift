import Platform

/// Inflates gzip: any number of members one behind the other.
struct Gunzip {
  static let format = "gzip"
  private static let magic: [UInt8] = [0x1F, 0x8B, 8]
  private static let step = 1 << 18

  /// Whether bytes begin like gzip.
  static func recognizes(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: magic)
  }

  /// Whether bytes end before they can be recognized.
  static func isCutOff(_ bytes: BytesView) -> Bool {
    bytes.count < magic.count && magic.starts(with: bytes)
  }

  /// The inflated bytes.
  ///
  /// - Throws: `RecordError` if the stream is cut off or damaged, or there is no end to it.
  static func inflate(_ input: BytesView, name: String, _ options: ReadOptions)
    throws(RecordError) -> ByteStorage
  {
    let gunzip = Gunzip(input: input, name: name, options: options)
    if let isal = IsalInflater() {
      do { return try gunzip.inflated(by: isal) } catch {
        // Where it refuses, zlib says why.
        guard error.kind.isDamage else { throw error }
      }
    }
    guard let zlib = ZlibInflater() else { throw gunzip.corrupt("zlib does not start") }
    return try gunzip.inflated(by: zlib)
  }

  let input: BytesView
  /// The input's, for messages.
  let name: String
  let options: ReadOptions

  /// The inflated bytes of all members.
  func inflated(by inflater: some GzipInflater) throws(RecordError) -> ByteStorage {
    let output = GrowingBytes(name: name, options, inflating: input.count)
    var at = 0
    repeat {
      try checkFlags(of: at)
      inflater.reset()
      at = try member(at, inflater, output)
      while at < input.count && input[at] == 0 { at += 1 }
      guard at == input.count || Self.recognizes(input[part: at...])
      else { throw corrupt("something else follows it") }
    } while at < input.count
    return try output.finish()
  }

  /// Refuses flags in the header of the member at a place that RFC 1952 does not know: ISA-L passes over them.
  private func checkFlags(of start: Int) throws(RecordError) {
    let place = start + Self.magic.count
    guard place < input.count, input[place] & 0xE0 != 0 else { return }
    throw corrupt("unknown header flags set")
  }

  /// Inflates the member at a place.
  ///
  /// - Returns: where it ends.
  private func member(
    _ start: Int, _ inflater: some GzipInflater, _ output: GrowingBytes
  ) throws(RecordError) -> Int {
    var at = start
    while true {
      let room = try output.room(Self.step)
      let piece = inflater.inflate(input[part: at...], into: room)
      at += piece.used
      try output.didWrite(piece.filled)
      switch piece.outcome {
      case .ended: return at
      case .damaged(let reason): throw corrupt(reason)
      case .goesOn where piece.filled == room.count || at < input.count && piece.isProgress:
        continue
      case .goesOn: throw RecordError(.truncated(format: Self.format), file: name)
      }
    }
  }

  private func corrupt(_ reason: String) -> RecordError {
    RecordError(.corrupt(format: Self.format, reason: reason), file: name)
  }
}

extension InflatedPiece {
  fileprivate var isProgress: Bool { used > 0 || filled > 0 }
}

extension RecordError.Kind {
  /// Whether a compressed stream is not what it should be.
  fileprivate var isDamage: Bool {
    switch self {
    case .corrupt, .truncated: true
    default: false
    }
  }
}

import CZstd
import Platform

/// Decompresses zstd: any number of frames one behind the other.
struct Unzstd {
  static let format = "zstd"

  /// Whether bytes begin like zstd: a frame or a frame to be skipped.
  static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count >= 4 else { return false }
    let magic = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return magic == 0xFD2F_B528 || magic & 0xFFFF_FFF0 == 0x184D_2A50
  }

  /// Whether bytes end before they can be recognized.
  static func isCutOff(_ bytes: BytesView) -> Bool {
    let isFrame = [0x28, 0xB5, 0x2F, 0xFD].starts(with: bytes)
    let isSkipped = [0x2A, 0x4D, 0x18].starts(with: bytes.dropFirst())
    return bytes.count < 4 && (isFrame || isSkipped && (bytes.first ?? 0x50) & 0xF0 == 0x50)
  }

  static func decompress(_ bytes: BytesView, name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    guard let stream = ZSTD_createDCtx() else {
      throw RecordError(.corrupt(format: format, reason: "zstd does not start"), file: name)
    }
    defer { ZSTD_freeDCtx(stream) }
    let output = GrowingBytes(name: name, options, inflating: bytes.count)
    var input = ZSTD_inBuffer(src: bytes.unsafeStart, size: bytes.count, pos: 0)
    while true {
      let room = try output.room(ZSTD_DStreamOutSize())
      var target = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
      let left = ZSTD_decompressStream(stream, &target, &input)
      guard ZSTD_isError(left) == 0 else {
        let reason = String(cString: ZSTD_getErrorName(left))
        throw RecordError(.corrupt(format: format, reason: reason), file: name)
      }
      try output.didWrite(target.pos)
      guard input.pos == input.size else { continue }
      // What fills the room to its last byte may be all that there is.
      if left == 0 { return try output.finish() }
      guard target.pos == target.size else { throw RecordError(.truncated(format: format), file: name) }
    }
  }
}

import CZstd

/// Decompresses zstd: any number of frames one behind the other.
struct Unzstd {
  private static let format = "zstd"

  /// Whether bytes begin like zstd: a frame or a frame to be skipped.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 4 else { return false }
    let magic = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    return magic == 0xFD2F_B528 || magic & 0xFFFF_FFF0 == 0x184D_2A50
  }

  /// The decompressed bytes.
  ///
  /// - Throws: `RecordError` if the stream is cut off or damaged.
  static func decompress(_ bytes: UnsafeRawBufferPointer, name: String)
    throws(RecordError) -> ByteStorage
  {
    guard let stream = ZSTD_createDCtx() else {
      throw RecordError(.corrupt(format: format, reason: "zstd does not start"), file: name)
    }
    defer { ZSTD_freeDCtx(stream) }
    let output = GrowingBytes(name: name)
    var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
    while true {
      let room = try output.room(ZSTD_DStreamOutSize())
      var target = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
      let left = ZSTD_decompressStream(stream, &target, &input)
      guard ZSTD_isError(left) == 0 else {
        let reason = String(cString: ZSTD_getErrorName(left))
        throw RecordError(.corrupt(format: format, reason: reason), file: name)
      }
      output.didWrite(target.pos)
      guard input.pos == input.size && target.pos < target.size else { continue }
      guard left == 0 else { throw RecordError(.truncated(format: format), file: name) }
      return output.finish()
    }
  }
}

import CZlib
import Platform

extension BytesView {
  /// The bytes deflated, in zlib's form (RFC 1950); `nil` if zlib has no memory.
  package func deflated() -> [UInt8]? {
    var size = compressBound(UInt(count))
    var status = Z_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { room, filled in
      status = compress2(room.baseAddress, &size, unsafeStart, UInt(count), deflateLevel)
      filled = status == Z_OK ? Int(size) : 0
    }
    return status == Z_OK ? bytes : nil
  }
}

/// Of a report's data, 4 makes few more bytes than zlib's own level, 6, in half of the time.
private let deflateLevel: Int32 = 4

/// Deflates bytes that come piece by piece, without a header (RFC 1951), as zip archives have them.
final class Deflater {
  // zlib remembers the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private static let room = 1 << 16

  /// `nil` where zlib has no memory.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let (windowWithoutHeader, usualMemory): (Int32, Int32) = (-15, 8)
    let size = Int32(MemoryLayout<z_stream>.size)
    let status = deflateInit2_(
      stream, deflateLevel, Z_DEFLATED, windowWithoutHeader, usualMemory, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard status == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Takes the next bytes, and appends what is deflated by now; after the last ones it can begin anew.
  func add(_ bytes: BytesView, isLast: Bool = false, to out: OutputBuffer) {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.unsafeStart)
    stream.pointee.avail_in = UInt32(truncatingIfNeeded: bytes.count)
    repeat {
      let start = out.count
      stream.pointee.next_out = out.extend(Self.room).assumingMemoryBound(to: Bytef.self)
      stream.pointee.avail_out = UInt32(Self.room)
      deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
      out.truncate(to: start + Self.room - Int(stream.pointee.avail_out))
    } while stream.pointee.avail_out == 0
    if isLast { deflateReset(stream) }
  }
}

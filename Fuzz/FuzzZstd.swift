import Platform

/// Reads the input as a compressed stream, as it is and behind the format's magic bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  for input in [bytes, [0x28, 0xB5, 0x2F, 0xFD] + bytes] {
    _ = input.withBytes { try? Unzstd.decompress($0, name: "input", ReadOptions()) }
  }
  return 0
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension BatchPair {
  /// About how many bytes the pair has, once they are inflated.
  ///
  /// Exports shrink to about a sixth; what a compressed file really holds is known only when it has been read.
  var size: Int {
    [old, new].compactMap { $0 }.reduce(0) { sum, path in
      var status = stat()
      guard stat(path, &status) == 0 else { return sum }
      let isCompressed = [".gz", ".zst"].contains(where: path.lowercased().hasSuffix)
      return sum + Int(status.st_size) * (isCompressed ? 6 : 1)
    }
  }
}

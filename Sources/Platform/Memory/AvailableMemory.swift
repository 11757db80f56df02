/// How much memory there is, and how much the process has had.
package enum AvailableMemory {
  /// How many bytes the machine has, or where that is less, the container.
  package static let size: Int = {
    let limits = controlGroupFiles.compactMap(limit)
    return min(Memory.installed, limits.min() ?? .max)
  }()

  /// The most bytes that this process ever had in memory, with its part of mapped files; `nil` if the system is silent.
  package static var peak: Int? {
    #if os(Linux)
      let lines = text("/proc/self/status")?.split(separator: "\n") ?? []
      guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    #else
      return nil
    #endif
  }

  /// The files that may say the limit of a control group: this process's own and all that it is part of.
  private static var controlGroupFiles: [String] {
    #if os(Linux)
      let groups = text("/proc/self/cgroup")?.split(separator: "\n") ?? []
      return groups.flatMap { line -> [String] in
        let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3 else { return [] }
        if fields[0] == "0" { return folders(of: fields[2]).map { "/sys/fs/cgroup\($0)/memory.max" } }
        guard fields[1].split(separator: ",").contains("memory") else { return [] }
        return folders(of: fields[2]).map { "/sys/fs/cgroup/memory\($0)/memory.limit_in_bytes" }
      }
    #else
      return []
    #endif
  }

  /// A group's path, that of the group above it and so on, the last one empty.
  ///
  /// Inside of a container the path may be that outside of it, and only the last one be there.
  private static func folders(of path: Substring) -> [String] {
    let names = path.split(separator: "/")
    return (0...names.count).reversed().map { count in names.prefix(count).map { "/\($0)" }.joined() }
  }

  /// What a file says; `nil` where there is none, or no limit.
  private static func limit(_ path: String) -> Int? {
    guard let words = text(path)?.split(whereSeparator: \.isWhitespace), let word = words.first, let size = Int(word),
      size > 0
    else { return nil }
    return size
  }

  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
      count = max(0, read(file, bytes.baseAddress, bytes.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where an output file is to be: looked at before the work begins, so that it is not done in vain.
package struct OutputPlace {
  /// The name as the user gave it, for messages.
  package let name: String
  /// The path behind symbolic links.
  let path: String
  /// The directory that the file is in.
  package let directory: String
  /// The permissions of the file that is there; `nil` if there is none.
  let mode: mode_t?
  /// Whether it is no plain file but a device or a pipe, which cannot be replaced.
  package let isSpecial: Bool

  /// Looks at the place.
  ///
  /// - Parameters:
  ///   - name: The path as the user gave it.
  ///   - inputs: Paths of inputs, which it must not overwrite.
  ///   - scripts: Paths of Lua files, which it must not overwrite either; asked for only if a file is there.
  /// - Throws: `Failure` if nothing could be written there.
  package init(_ name: String, inputs: [String], scripts: @autoclosure () -> [String] = []) throws {
    self.name = name
    path = Self.resolved(name) ?? name
    directory = Self.directory(of: path)
    let status = Self.status(path)
    isSpecial = status.map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    mode = isSpecial ? nil : status.map { $0.st_mode & 0o7777 }
    try check(status)
    try refuse(inputs, "input")
    try refuse(scripts(), "script")
  }

  private func check(_ status: stat?) throws {
    if !isSpecial, let suffix = [".gz", ".zst"].first(where: name.lowercased().hasSuffix) {
      throw Failure(
        "\(name): what is written is not compressed",
        hint: "leave out \(suffix), and compress the file afterwards")
    }
    if let status {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw SystemFailure.failure("write \(name)", code: EISDIR)
      }
      guard access(path, W_OK) == 0 else { throw SystemFailure.failure("write \(name)") }
    } else if Self.isLink(name) {
      throw Failure(
        "cannot write \(name): it is a link that leads nowhere",
        hint: "remove the link, or give another name to -o")
    }
    guard isSpecial || access(directory, W_OK | X_OK) == 0 else {
      throw SystemFailure.failure("write \(name)")
    }
  }

  /// Refuses to take the place of files that are read.
  private func refuse(_ files: @autoclosure () -> [String], _ kind: String) throws {
    guard mode != nil, let own = FileIdentity(path) else { return }
    for file in files() where FileIdentity(file) == own {
      throw Failure("the output \(name) is the \(kind) \(file)", hint: "give another name to -o")
    }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// A path without symbolic links; `nil` where there is nothing.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension OutputPlace {
  /// Writes straight to a device or pipe.
  package func withSpecialFile(_ body: (inout Descriptor) throws -> Void) throws {
    let number = open(path, O_WRONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemFailure.failure("write \(name)") }
    defer { close(number) }
    var descriptor = Descriptor(number: number, name: name)
    do { try body(&descriptor) } catch is ReaderClosed {}
  }
}

/// Where an output file is to be: checked before the work begins, so that none is wasted.
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
  /// - Throws: `OutputError` or `SystemError` if nothing could be written there.
  package init(_ name: String, inputs: [String], scripts: @autoclosure () -> [String] = []) throws {
    self.name = name
    path = FilePath.resolved(name) ?? name
    directory = FilePath.directory(of: path)
    let status = Self.status(path)
    isSpecial = status.map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    mode = isSpecial ? nil : status.map { $0.st_mode & 0o7777 }
    try check(status)
    try refuse(inputs, "input")
    try refuse(scripts(), "script")
  }

  private func check(_ status: stat?) throws {
    guard FilePath.scheme(of: name) == nil else { throw OutputError.address(name) }
    if !isSpecial, let suffix = [".gz", ".zst"].first(where: name.lowercased().hasSuffix) {
      throw OutputError.compressed(name, suffix: suffix)
    }
    if let status {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw SystemError("write \(name)", Errno(EISDIR))
      }
      guard path.withPath({ access($0, W_OK) }) == 0 else { throw SystemError("write \(name)") }
    } else if Self.isLink(name) {
      throw OutputError.danglingLink(name)
    }
    guard isSpecial || directory.withPath({ access($0, W_OK | X_OK) }) == 0 else {
      throw SystemError("write \(name)")
    }
  }

  /// Refuses to take the place of files that are read.
  private func refuse(_ files: @autoclosure () -> [String], _ kind: String) throws {
    guard mode != nil, let own = FileIdentity(path) else { return }
    for file in files() where FileIdentity(file) == own {
      throw OutputError.overwrites(name, kind: kind, file: file)
    }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return path.withPath { stat($0, &status) } == 0 ? status : nil
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return path.withPath { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

extension OutputPlace {
  /// Writes the file whole or not at all; what is no plain file is written to as it is.
  ///
  /// - Parameter body: Writes to the file that it is given.
  package func write(_ body: (_ file: Descriptor) throws -> Void) throws {
    guard isSpecial else {
      let file = try AtomicOutput(self)
      try body(file.descriptor)
      return try file.commit()
    }
    let number = path.withPath { open($0, O_WRONLY | O_CLOEXEC) }
    guard number >= 0 else { throw SystemError("write \(name)") }
    defer { close(number) }
    do { try body(Descriptor(number: number, name: name)) } catch is ReaderClosed {}
  }
}

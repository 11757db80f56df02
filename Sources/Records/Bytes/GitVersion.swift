import Platform

/// A version of a file that git keeps, as git itself names it: `HEAD~1:data.csv`; `:data.csv` is the one that is staged.
struct GitVersion {
  /// `REV:PATH`.
  let name: String

  /// `nil` for what no such name can be: without a colon, an address, or what git would take for an option.
  init?(_ name: String) {
    guard name.utf8.contains(UInt8(ascii: ":")), !name.contains("://"), !name.hasPrefix("-") else {
      return nil
    }
    self.name = name
  }

  /// The bytes as git would write them to the working tree, with its filters and line ends.
  ///
  /// - Throws: `RecordError` with what git says, or for more bytes than an input may have.
  func load(name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    let bytes = GrowingBytes(name: name, options)
    let git = Subprocess("git", ["cat-file", "--filters", self.name])
    do {
      let end = try git.run { try bytes.append($0) }
      guard end.status != 0 else { return try bytes.finish() }
      // Git's own word for it says nothing here.
      throw missing(String(end.reason.trimmingPrefix("fatal: ")))
    } catch let error as RecordError {
      throw error
    } catch {
      throw missing("\(error)")
    }
  }

  private func missing(_ reason: String) -> RecordError {
    var error = RecordError(.notInGit(reason: reason), file: name)
    error.advice.nearestFile = NearbyFile.nearest(to: name)
    return error
  }
}

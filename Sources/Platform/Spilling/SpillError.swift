/// The temporary folder cannot take what memory is too small for.
package struct SpillError: HintedError, Equatable {
  package let folder: String
  package let reason: Errno

  package init(folder: String, _ reason: Errno = .last) {
    self.folder = folder
    self.reason = reason
  }

  package var finding: String { "cannot write to the temporary folder \(folder): \(reason)" }

  package var hint: Hint? {
    "\(Setting("temp")) names another folder; with more \(Setting("memory")) less is written there"
  }
}

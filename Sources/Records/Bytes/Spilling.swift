import Platform

/// Where a text goes that memory is too small for.
package struct Spilling: Sendable, Equatable {
  package var folder: SpillFolder
  /// How many bytes of a text that is no file where it lies are held in memory; all of a longer one is in the folder.
  package var heldText: Int
  /// Keeps mapped files out of memory while records can be read; `nil` where they may be there.
  package var pages: MappedPagesLimit?
  /// Whether the records' places are in the folder, too, where mapped files are kept out of memory.
  package var spillsPlaces = true

  package init(folder: SpillFolder, heldText: Int) {
    self.folder = folder
    // Its beginning is looked at while it is read.
    self.heldText = max(heldText, TextStart.size)
  }
}

extension RecordTable {
  /// The notes that a person should see without asking for details, each with the input's name.
  package var warnings: [String] {
    notes.filter(\.isWarning).map { "\(name): \($0.message)" }
  }
}

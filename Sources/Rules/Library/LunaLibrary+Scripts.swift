extension LunaLibrary {
  /// The names of what only driver scripts have: loading, comparing, probing, writing.
  package static let scriptFunctions = [
    "load", "records", "diff", "probe", "write", "read_json", "patch", "merge", "batch",
  ]
}

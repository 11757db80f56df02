import Platform

extension Setting {
  package static let inputFormat = Setting("input-format", sidedName: "format")
  package static let encoding = Setting("encoding")
  package static let skipLines = Setting("skip-lines")
  package static let skipLastLines = Setting("skip-last-lines")
  package static let pointer = Setting("at")
  package static let inputLimit = Setting("input-limit")
  package static let columns = Setting("columns")
  package static let noHeader = Setting("no-header")
  package static let renameHeaders = Setting("rename-headers")
  package static let delimiter = Setting("delimiter")
  package static let quote = Setting("quote")
  package static let escape = Setting("escape")
  package static let escapeUnquoted = Setting("escape-unquoted")
  package static let comment = Setting("comment")
  package static let skipSpace = Setting("skip-space")
  package static let ragged = Setting("ragged")
}

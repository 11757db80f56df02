import Platform

/// What messages name of the settings that say what is compared, what is listed of it, and how it is applied.
extension Setting {
  package static let key = Setting("key")
  package static let keyAs = Setting("key-as")
  package static let sectionKey = Setting("section-key")
  package static let duplicates = Setting("duplicates")
  package static let elements = Setting("elements")
  package static let list = Setting("list")
  package static let identity = Setting("identity")
  package static let only = Setting("only")
  package static let ignore = Setting("ignore")
  package static let mask = Setting("mask")
  package static let rename = Setting("rename")
  package static let eval = Setting("eval")
  package static let ignoreCase = Setting("ignore-case")
  package static let trim = Setting("trim")
  package static let ignoreOrder = Setting("ignore-order")
  package static let maxColumns = Setting("max-columns")
  package static let format = Setting("format")
  package static let limit = Setting("limit")
  package static let show = Setting("show")
  package static let with = Setting("with")
  package static let patchable = Setting("patchable")
  package static let reverse = Setting("reverse")
  package static let exact = Setting("exact")
  package static let keepColumns = Setting("keep-columns")
}

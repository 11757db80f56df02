import Platform

/// What messages name of the settings that say which Lua runs, and for how long.
extension Setting {
  package static let plugin = Setting("plugin")
  package static let threads = Setting("threads")
  package static let instructionLimit = Setting("instruction-limit")
  package static let timeLimit = Setting("time-limit")
  package static let memoryLimit = Setting("memory-limit")
}

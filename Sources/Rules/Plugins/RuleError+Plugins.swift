extension RuleError {
  /// Says which of some plug-ins the failing code is of, and which one it lacks.
  package mutating func blame(_ plugins: [PluginOutcome]) {
    plugin = PluginLoader.name(ofFile: error.chunk, in: plugins)
    absentee = plugins.first { error.complaint == .missingModule($0.name) }?.advice
  }
}

import ArgumentParser
import LunaDiff

/// Which plug-ins there are.
struct PluginOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "A plug-in's Lua file. Repeatable; see lunadiff plugins.", value: "file",
      "Beside those found in .lunadiff/plugins, LUNADIFF_PATH and ~/.config/lunadiff/plugins."))
  var plugin: [String] = []

  /// Where plug-ins are looked for.
  var search: PluginSearch { .standard(files: plugin) }
}

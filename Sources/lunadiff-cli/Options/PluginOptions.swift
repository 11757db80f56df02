import ArgumentParser
import Requests

/// Which plug-ins there are.
struct PluginOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "A plug-in's Lua file. Repeatable; see lunadiff plugins.", value: "file",
      """
      Beside those found in LUNADIFF_PATH and ~/.config/lunadiff/plugins. Those of the current directory's \
      .lunadiff/plugins are taken only if they are named here, or trusted: see lunadiff plugins trust.
      """)) var plugin: [String] = []

  /// Where plug-ins are looked for.
  var search: PluginSearch { .standard(files: plugin) }
}

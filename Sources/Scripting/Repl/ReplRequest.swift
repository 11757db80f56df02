import RecordDiff
import Records
import Requests

/// What a session at a prompt begins with.
package struct ReplRequest: Sendable {
  /// The path of the old input; `nil` if there is none.
  package var old: String?
  /// The path of the new input; `nil` if there is none.
  package var new: String?
  /// How both are read.
  package var read = ReadOptions()
  /// How the old input is read unlike the new one.
  package var oldRead = ReadOverrides()
  /// How the new input is read unlike the old one.
  package var newRead = ReadOverrides()
  /// A plug-in's reader for both; `nil`: the formats of the host.
  package var reader: ReaderChoice?
  /// Where plug-ins are looked for.
  ///
  /// They run as what is typed does, with `io` and `os`: leave out folders that anybody may have filled.
  package var plugins = PluginSearch()
  /// Rules in Lua; those that are defined at the prompt override them.
  package var rules: [DiffRequest.RuleSource] = []
  /// Rules that were given as flags; they override those in Lua.
  package var flags = RuleSet()
  /// What scripts may use; unlimited unless it is said otherwise.
  package var limits = ScriptLimits.unlimited
  /// Whether the message of a script that failed shows Lua's stack.
  package var showsStack = false

  /// A session with one input, two or none.
  package init(old: String? = nil, new: String? = nil) {
    self.old = old
    self.new = new
  }

  /// A comparison with the same inputs and rules.
  var comparison: DiffRequest {
    var request = DiffRequest(old: old ?? "", new: new ?? "")
    request.read = read
    request.oldRead = oldRead
    request.newRead = newRead
    request.reader = reader
    request.plugins = plugins
    request.rules = rules
    request.flags = flags
    request.limits = limits
    return request
  }
}

/// A piece of what a session says.
package enum ReplOutput: Sendable, Equatable {
  /// A result, or what a script prints.
  case text(String)
  /// Why something could not be done; without a line feed at its end.
  case error(String)
}

/// What a session waits for after a line.
package enum ReplState: Sendable, Equatable {
  /// For something new.
  case ready
  /// For the rest of a chunk.
  case unfinished
  /// For nothing more: the session is over, with this exit status.
  case ended(Int)
}

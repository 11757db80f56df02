import Comparing
import Requests

/// What a session at a prompt begins with.
package struct ReplRequest: Sendable {
  /// The path of the old input; `nil` if there is none.
  package var old: String?
  /// The path of the new input; `nil` if there is none.
  package var new: String?
  /// How they are read, and which rules there are; those that are defined at the prompt override those in Lua.
  ///
  /// Plug-ins run as what is typed does, with `io` and `os`: leave out folders that anybody may have filled. Scripts
  /// may use all there is unless it is said otherwise.
  package var options = ComparisonOptions.unlimited
  /// Whether the message of a script that failed shows Lua's stack.
  package var showsStack = false

  package init(old: String? = nil, new: String? = nil) {
    self.old = old
    self.new = new
  }
}

extension ReplRequest: ReadingRequest { package var sides: Sides<String?> { Sides(source: old, target: new) } }

/// What a session waits for after a line.
package enum ReplState: Sendable, Equatable {
  /// For something new.
  case ready
  /// For the rest of a chunk.
  case unfinished
  /// For nothing more: the session is over, with this exit status.
  case ended(Int)
}

/// A key that was pressed in the viewer.
package enum ViewKey: Sendable, Equatable {
  /// What stands for itself.
  case character(Character)
  /// A letter together with the control key.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end, enter, tab, backspace, escape
}

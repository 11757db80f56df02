import CLuaBridge

/// A function of the bridge's own: no call of it reaches Swift.
package enum LuaBuiltin: Sendable {
  /// `split(text, separator)`: the parts of a text in a list.
  case split

  var bridged: lb_builtin {
    switch self {
    case .split: LB_BUILTIN_SPLIT
    }
  }
}

/// What a call of an object does to its argument, where that is a text of ASCII.
package enum LuaTextForm: Sendable {
  /// The object is asked.
  case none
  /// White space is taken away from both ends.
  case trim
  /// The same, and one space stands for any white space between words.
  case squeeze
  case lower
  case upper
  /// Nothing: ASCII is composed.
  case nfc
  /// All but digits is taken away.
  case digits

  var bridged: lb_text_form {
    switch self {
    case .none: LB_FORM_NONE
    case .trim: LB_FORM_TRIM
    case .squeeze: LB_FORM_SQUEEZE
    case .lower: LB_FORM_LOWER
    case .upper: LB_FORM_UPPER
    case .nfc: LB_FORM_NFC
    case .digits: LB_FORM_DIGITS
    }
  }
}

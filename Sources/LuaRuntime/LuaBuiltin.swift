import CLuaBridge
import Platform

/// A function of the bridge's own: no call of it reaches Swift, or only those that it leaves to a ``LuaNative``.
package struct LuaBuiltin: Sendable {
  let bridged: lb_builtin

  /// `split(text, separator)`: the parts of a text in a list.
  package static let split = LuaBuiltin(bridged: LB_BUILTIN_SPLIT)

  // Shortcuts: what they leave is left to a function of the host's that does the same.
  package static let json = LuaBuiltin(bridged: LB_BUILTIN_JSON)
  package static let sqlLiteral = LuaBuiltin(bridged: LB_BUILTIN_SQL_LITERAL)
  package static let sqlName = LuaBuiltin(bridged: LB_BUILTIN_SQL_NAME)
}

/// What a call of an object does to its argument, where that is a text of ASCII.
package struct LuaTextForm: Sendable {
  let bridged: lb_text_form

  /// The object is asked.
  package static let none = LuaTextForm(bridged: LB_FORM_NONE)
  /// White space is taken away from both ends.
  package static let trim = LuaTextForm(bridged: LB_FORM_TRIM)
  /// The same, and one space stands for any white space between words.
  package static let squeeze = LuaTextForm(bridged: LB_FORM_SQUEEZE)
  package static let lower = LuaTextForm(bridged: LB_FORM_LOWER)
  package static let upper = LuaTextForm(bridged: LB_FORM_UPPER)
  /// Nothing: ASCII is composed.
  package static let nfc = LuaTextForm(bridged: LB_FORM_NFC)
  /// All but digits is taken away.
  package static let digits = LuaTextForm(bridged: LB_FORM_DIGITS)

  /// A text of ASCII in the form: a part of it, or in memory that has room for all of it; `nil` for any other text.
  package func ascii(_ text: BytesView, into memory: UnsafeMutableRawBufferPointer) -> BytesView? {
    var formed = lb_formed()
    let output = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard lb_form(bridged, text.unsafeStart, text.count, output, &formed) else { return nil }
    return BytesView(start: formed.bytes, count: formed.length)
  }
}

/// Numbers as C spells them.
package enum CSpelling {
  /// As Lua's `tostring` has a float, but for the `.0` of whole numbers.
  package static func float(_ number: Double, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    lb_spell_float(number, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }

  /// Appends a number as one conversion of `printf` for a double has it, which a zero ends; `false` for one too long.
  package static func append(_ number: Double, _ form: [CChar], to text: inout [UInt8]) -> Bool {
    append(to: &text) { lb_format_float(form, number, $0.baseAddress, $0.count) }
  }

  /// The same of a `long long`.
  package static func append(_ number: Int64, _ form: [CChar], to text: inout [UInt8]) -> Bool {
    append(to: &text) { lb_format_integer(form, number, $0.baseAddress, $0.count) }
  }

  private static func append(to text: inout [UInt8], _ body: (UnsafeMutableBufferPointer<CChar>) -> Int) -> Bool {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { memory in
      let count = body(memory)
      text.append(contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count]))
      return count > 0
    }
  }
}

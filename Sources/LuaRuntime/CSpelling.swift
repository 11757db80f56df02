import CLuaBridge

/// Numbers as C spells them.
package enum CSpelling {
  /// As Lua's `tostring` has a float, but for the `.0` of whole numbers.
  package static func float(_ number: Double, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    lb_spell_float(number, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }

  /// - Parameter form: One conversion of `printf` for a double, ended by a zero.
  package static func float(_ number: Double, _ form: [CChar], into bytes: UnsafeMutableRawBufferPointer) -> Int {
    lb_format_float(form, number, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }

  /// - Parameter form: One conversion of `printf` for a `long long`, ended by a zero.
  package static func integer(_ number: Int64, _ form: [CChar], into bytes: UnsafeMutableRawBufferPointer) -> Int {
    lb_format_integer(form, number, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }
}

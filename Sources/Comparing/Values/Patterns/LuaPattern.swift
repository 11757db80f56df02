import CLuaPattern
import Platform
import Records

/// A pattern of Lua's, matched natively and within a bounded number of steps.
///
/// Everything that Lua's manual describes is here (classes, sets, `* + - ?`, captures and position captures, `%1`,
/// `%b()`, `%f[set]`, anchors), byte by byte as Lua does it. A mistake is found when the pattern is read, not when it
/// meets a text. What has failed at a place is not tried there again, so that `(.-)(.-)(.-)(.-)x`, for which Lua may
/// take hours, takes a time that grows with the length of the text alone. Only what stands before `%1` and its like,
/// and `%b`, may have to look at the same again and again; that is given up after a number of steps.
package struct LuaPattern: Sendable {
  package enum Problem: Error, Sendable, Equatable {
    case endsWithPercent
    case unclosedSet
    case unclosedCapture
    case unopenedCapture
    case tooManyCaptures
    case unknownCapture(Int)
    case incompleteBalance
    case incompleteFrontier
    case tooComplex
  }

  /// As many captures as Lua allows.
  package static let maximumCaptures = Int(LP_CAPTURES)
  /// As many items as there may be; letters in a row are one.
  package static let maximumItems = 200

  /// As the user wrote it, for messages: bytes that are no UTF-8 are repaired, what is long is cut.
  let spelling: String
  /// Whether matching takes a time that grows with the length of the text alone.
  let isLinear: Bool
  private let compiled: CompiledPattern

  /// Reads a pattern.
  ///
  /// - Throws: ``OptionError`` if it is malformed, in the name of `function`.
  init(_ spelling: Text, function: String) throws(OptionError) {
    do throws(Problem) { compiled = try CompiledPattern(spelling.utf8) } catch {
      throw OptionError(function, .malformedPattern(spelling.string, error))
    }
    self.spelling = spelling.string.excerpt
    isLinear =
      compiled.pattern.pointee.independent == 0
      && !zip(spelling.utf8, spelling.utf8.dropFirst()).contains { $0 == (UInt8(ascii: "%"), UInt8(ascii: "b")) }
  }

  /// Reads a pattern; `nil` if it is malformed.
  package init?(_ spelling: BytesView) {
    do throws(OptionError) { self = try LuaPattern(Text(utf8: Array(spelling)), function: "") } catch { return nil }
  }

  /// The compiled pattern, which is there as long as this is.
  package var address: UnsafePointer<lp_pattern> { compiled.pattern }

  func withCompiled<R>(_ body: (UnsafePointer<lp_pattern>) -> R) -> R {
    withExtendedLifetime(compiled) { body(compiled.pattern) }
  }

  var captureCount: Int { Int(compiled.pattern.pointee.captures) }

  var isAnchored: Bool { compiled.pattern.pointee.anchored }

  func isPosition(_ capture: Int) -> Bool {
    withUnsafeBytes(of: compiled.pattern.pointee.states) {
      capture > 0 && $0[capture - 1] == UInt8(LP_POSITION.rawValue)
    }
  }

  static func steps(forLength count: Int) -> Int { 50_000_000 + 100 * count }

  /// After how many steps failures begin to be remembered: most texts never take as many.
  static func stepsWithoutMemory(forLength count: Int) -> Int { 20_000 + 10 * count }
}

/// Owns a compiled pattern.
///
/// Unchecked: it is never changed once it is compiled.
private final class CompiledPattern: @unchecked Sendable {
  let pattern: UnsafePointer<lp_pattern>
  private let memory: UnsafeMutableRawPointer

  init(_ spelling: [UInt8]) throws(LuaPattern.Problem) {
    let memory = spelling.withUnsafeBufferPointer { spelling -> UnsafeMutableRawPointer? in
      spelling.withMemoryRebound(to: CChar.self) { characters in
        let measure = lp_pattern_measure(characters.baseAddress, characters.count, true)
        // One item stands for the end.
        guard measure.count <= LuaPattern.maximumItems + 1 else { return nil }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: measure.size, alignment: Self.alignment)
        lp_pattern_compile(memory, characters.baseAddress, characters.count, true)
        return memory
      }
    }
    guard let memory else { throw .tooComplex }
    self.memory = memory
    pattern = UnsafePointer(memory.assumingMemoryBound(to: lp_pattern.self))
    if let problem = LuaPattern.Problem(lp_pattern_flaw(pattern)) { throw problem }
  }

  /// That of the largest of C's types.
  private static let alignment = 16

  deinit { memory.deallocate() }
}

extension LuaPattern.Problem {
  fileprivate init?(_ flaw: lp_flaw) {
    switch flaw.problem {
    case LP_ENDS_WITH_PERCENT: self = .endsWithPercent
    case LP_UNCLOSED_SET: self = .unclosedSet
    case LP_UNCLOSED_CAPTURE: self = .unclosedCapture
    case LP_UNOPENED_CAPTURE: self = .unopenedCapture
    case LP_TOO_MANY_CAPTURES: self = .tooManyCaptures
    case LP_UNKNOWN_CAPTURE: self = .unknownCapture(Int(flaw.number))
    case LP_INCOMPLETE_BALANCE: self = .incompleteBalance
    case LP_INCOMPLETE_FRONTIER: self = .incompleteFrontier
    default: return nil
    }
  }
}

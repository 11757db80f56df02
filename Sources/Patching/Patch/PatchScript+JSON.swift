import Comparing
import Records

extension PatchScript {
  /// Reads the member `patch` of a result.
  ///
  /// - Returns: Nothing where there is none.
  /// - Throws: `PatchError` for one that is damaged.
  static func both(in patch: Field, _ input: String) throws(PatchError) -> Sides<PatchScript?> {
    guard patch.kind != .absent else { return Sides(source: nil, target: nil) }
    guard let source = fingerprint(patch["source"]), let target = fingerprint(patch["target"]),
      let forward = steps(patch["forward"]), let reverse = steps(patch["reverse"])
    else { throw PatchError(.notAResult("its member \"patch\" is damaged"), input: input) }
    return Sides(
      source: PatchScript(from: source, to: target, steps: forward),
      target: PatchScript(from: target, to: source, steps: reverse))
  }

  private static func fingerprint(_ field: Field) -> Fingerprint? {
    guard let bytes = field["bytes"].offset,
      let crc32 = field["crc32"].plainText.flatMap({ UInt32($0, radix: 16) })
    else { return nil }
    return Fingerprint(bytes: bytes, crc32: crc32)
  }

  private static func steps(_ field: Field) -> [Step]? {
    guard field.kind == .array else { return nil }
    var steps: [Step] = []
    for element in field.elements {
      if let text = element.withText({ Array($0) }) {
        steps.append(.text(text))
        continue
      }
      let numbers = element.elements.compactMap(\.offset)
      guard numbers.count == 2 else { return nil }
      let (end, isTooFar) = numbers[0].addingReportingOverflow(numbers[1])
      guard !isTooFar else { return nil }
      steps.append(.copy(numbers[0]..<end))
    }
    return steps
  }

  /// Writes an object with the members `source` and `target`, `forward` and `reverse`.
  package static func write(forward: PatchScript, reverse: PatchScript, to json: JSONEmitter) {
    json.object {
      json.member("source") { forward.from.write(to: json) }
      json.member("target") { forward.to.write(to: json) }
      json.member("forward") { forward.writeSteps(to: json) }
      json.member("reverse") { reverse.writeSteps(to: json) }
    }
  }

  private func writeSteps(to json: JSONEmitter) {
    json.list(steps) { step in
      switch step {
      case .copy(let range): json.list([range.lowerBound, range.count]) { json.value($0) }
      case .text(let text): json.value(utf8: text)
      }
    }
  }
}

extension PatchScript.Fingerprint {
  fileprivate func write(to json: JSONEmitter) {
    let digits = String(crc32, radix: 16)
    json.object {
      json.member("bytes", bytes)
      json.member("crc32", String(repeating: "0", count: 8 - digits.count) + digits)
    }
  }
}

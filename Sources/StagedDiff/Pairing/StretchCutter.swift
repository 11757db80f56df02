/// Cuts two collections into stretches that go together as far as can be seen.
struct StretchCutter<Input: AlignmentInput> where Input.Failure == Never {
  let input: Input
  let sourceCount: Int
  let targetCount: Int
  /// How far off the place in proportion a cut is looked for.
  let reach: Int

  /// Stretches of both sides, in order and without gaps.
  func ranges(_ count: Int) -> [(sources: Range<Int>, targets: Range<Int>)] {
    var start = (source: 0, target: 0)
    return (1...max(1, count)).map { number in
      var end = (source: sourceCount, target: targetCount)
      if number < count {
        let cut = cut(near: targetCount * number / count)
        end = (max(start.source, cut.source), max(start.target, cut.target))
      }
      defer { start = end }
      return (start.source..<end.source, start.target..<end.target)
    }
  }

  /// The nearest source element that is identical to one of the next few of the target, and whose successor is too;
  /// where there is none, a place in proportion.
  private func cut(near offset: Int) -> (source: Int, target: Int) {
    let guess = offset * sourceCount / max(1, targetCount)
    for target in offset..<min(offset + 4, targetCount - 1) {
      for distance in 0..<min(reach, sourceCount) {
        if goTogether(guess + distance, target) { return (guess + distance, target) }
        if goTogether(guess - distance, target) { return (guess - distance, target) }
      }
    }
    return (guess, offset)
  }

  private func goTogether(_ source: Int, _ target: Int) -> Bool {
    source >= 0 && source < sourceCount - 1
      && input.isIdentical(source: source, target: target)
      && input.isIdentical(source: source + 1, target: target + 1)
  }
}

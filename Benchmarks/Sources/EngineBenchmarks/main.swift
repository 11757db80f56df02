import Foundation
import StagedDiff

setvbuf(stdout, nil, _IOLBF, 0)
var random = FixedGenerator()
func u() -> UUID {
  let a = random.next(), b = random.next()
  return unsafeBitCast((a, b), to: UUID.self)
}
func time(_ n: Int, _ f: () -> Void) -> Double {
  var best: [Double] = []
  for _ in 0..<n {
    let c = ContinuousClock.now
    f()
    let d = ContinuousClock.now - c
    best.append(Double(d.components.attoseconds) / 1e15 + Double(d.components.seconds) * 1e3)
  }
  return best.sorted()[n / 2]
}
for n in [5000, 100_000, 1_000_000] {
  let pool = (0..<2 * n + 10).map { _ in u() }
  for shape in [Shape.mixed, .identical] {
    let (s, t) = shape.apply(n, { pool[$0] }, &random)
    let runs = n > 500_000 ? 7 : 25
    var c = 0
    let ours = time(runs) { c = Changeset(from: s, to: t).changes.moved.count }
    let base = time(runs) {
      _ = Baseline.diff(source: s, target: t, identity: { $0 }, isEqual: ==).moved.count
    }
    print(n, shape, "ours", ours, "base", base, "ratio", base / ours, "moves", c)
  }
}

import TestSupport
import Testing

@testable import Comparing
@testable import Patching

@Suite("Steps from list to list")
struct ListStepsTests {
  /// Does the steps one by one to a list of numbers; what comes is 100 and its item's number.
  private func replay(_ steps: ListSteps, _ count: Int) -> [Int] {
    var list = Array(0..<count)
    for step in steps.steps {
      switch step {
      case .remove(let place): list.remove(at: place)
      case .move(let from, let to): list.insert(list.remove(at: from), at: to)
      case .add(let place, let item): list.insert(100 + item, at: place)
      }
    }
    return list
  }

  private func check(_ count: Int, _ items: [ListSteps.Item], stays: Set<Int> = []) {
    let listed = Set(items.map { Int($0.old) })
    let removed = (0..<count).filter { !listed.contains($0) && !stays.contains($0) }
    let steps = ListSteps(count: count, removed: removed, items: items)
    let list = replay(steps, count)
    let wanted = items.enumerated().map { $1.old < 0 ? 100 + $0 : Int($1.old) }
    #expect(list.filter { !stays.contains($0) } == wanted, "\(count) \(items) \(stays)")
    #expect(Set(list.filter(stays.contains)) == stays)
    #expect(steps.positions.map { list[Int($0)] } == wanted, "positions \(count) \(items) \(stays)")
  }

  /// Items for some old places in a new order, of which a longest ascending run stays.
  private func items(_ places: [Int]) -> [ListSteps.Item] {
    var last = -1
    return places.map { place in
      guard place >= 0 else { return ListSteps.Item(old: -1, isMoved: false) }
      let isMoved = place < last
      if !isMoved { last = place }
      return ListSteps.Item(old: Int32(place), isMoved: isMoved)
    }
  }

  @Test("Every small list becomes every other one, whatever stays, goes, moves and comes")
  func small() {
    for count in 0...4 {
      let symbols = Array(-1..<count)
      for places in sequences(of: symbols, upTo: 5)
      where Set(places.filter { $0 >= 0 }).count == places.filter({ $0 >= 0 }).count {
        let others = Set(0..<count).subtracting(places)
        check(count, items(places))
        check(count, items(places), stays: others)
      }
    }
  }

  @Test("Random long lists become each other")
  func random() {
    var generator = SeededGenerator.announced("list steps")
    for _ in 0..<300 {
      let count = Int.random(in: 0..<60, using: &generator)
      var places = (0..<count).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
      if Bool.random(using: &generator) { places.shuffle(using: &generator) }
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        places.insert(-1, at: Int.random(in: 0...places.count, using: &generator))
      }
      let others = Set(0..<count).subtracting(places)
      check(count, items(places), stays: others.filter { $0 % 2 == 0 })
    }
  }

  @Test("What goes is taken away from the last to the first")
  func descending() {
    let steps = ListSteps(count: 4, removed: [0, 2], items: items([1, 3]))
    #expect(steps.steps == [.remove(2), .remove(0)])
  }

  @Test("An element that moves to the end is one step")
  func oneMove() {
    let first = ListSteps.Item(old: 0, isMoved: true)
    let steps = ListSteps(count: 4, removed: [], items: items([1, 2, 3]) + [first])
    #expect(steps.steps == [.move(from: 0, to: 3)])
  }
}

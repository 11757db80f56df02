// Shows changes in each kind of view, as an app would, and says which calls each view had.
import AppKit
import UIKit

let changes = Changeset(from: [1, 2, 3, 4], to: [5, 1, 4, 3])
let sections = SectionedChangeset(
  from: [DiffableSection("a", elements: [1, 2]), DiffableSection("b", elements: [3])],
  to: [DiffableSection("c", elements: [4]), DiffableSection("a", elements: [2, 3])])
var shown: [Int] = []

func say(_ name: String, _ calls: [String]) { print("\(name): \(calls.joined(separator: ", "))") }

let table = UITableView()
table.reload(using: changes, inSection: 2, completion: { table.note("completed") }, setData: { shown = $0 })
table.animate()
say("table", table.calls)
let faded = UITableView()
faded.reload(using: changes, with: .fade, interrupt: nil) { shown = $0 }
say("with", faded.calls)
let six = UITableView()
six.reload(
  using: sections, deleteSectionsAnimation: .left, insertSectionsAnimation: .right, reloadSectionsAnimation: .fade,
  deleteRowsAnimation: .top, insertRowsAnimation: .none, reloadRowsAnimation: .middle,
  completion: { six.note("completed") }, setData: { _ in })
six.animate()
say("six", six.calls)
let still = UITableView()
still.reload(using: changes, isAnimated: false, completion: { still.note("completed") }, setData: { shown = $0 })
still.reload(using: changes, reloadingAbove: 1) { shown = $0 }
still.reload(using: changes, interrupt: { _ in true }) { shown = $0 }
still.reload(using: Changeset(from: [1], to: [1]), completion: { still.note("nothing to do") }, setData: { shown = $0 })
still.window = nil
still.reload(using: changes, with: .fade) { shown = $0 }
say("still", still.calls)
print("shown: \(shown)")

let grid = UICollectionView()
grid.reload(using: sections, completion: { grid.note("completed") }, setData: { _ in })
grid.animate()
grid.reconfigure([ElementPath(section: 0, element: 1)])
say("grid", grid.calls)

let rows = NSTableView()
rows.reload(using: changes, with: .effectFade, completion: { rows.note("completed") }, setData: { shown = $0 })
rows.reload(using: changes, deleteRowsAnimation: .slideLeft, insertRowsAnimation: []) { shown = $0 }
rows.reload(using: sections) { _ in }
say("rows", rows.calls)

let items = NSCollectionView()
items.reload(using: sections, completion: { items.note("completed") }, setData: { _ in })
items.reconfigure([ElementPath(section: 0, element: 1)])
say("items", items.calls)

// A data source takes each of them.
let source = ListDataSource<NSCollectionView, String, Int>(view: NSCollectionView())
let tableSource = ListDataSource<UITableView, String, Int>(view: table)
var snapshot = tableSource.snapshot
snapshot.append(sections: ["a"])
snapshot.append([1, 2])
await tableSource.apply(snapshot)
snapshot.reload([2], keepsCells: true)
await tableSource.apply(snapshot)
say("source", Array(table.calls.suffix(4)))

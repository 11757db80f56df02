// What StagedDiff uses of UIKit, as UIKit declares it; each call is noted. Names and docs are those of Apple. Completions wait
// for `animate()`.
// swift-format-ignore-file

public struct IndexPath: Hashable, CustomStringConvertible {
  public var section: Int, item: Int
  public init(item: Int, section: Int) { (self.item, self.section) = (item, section) }
  public var description: String { "\(section).\(item)" }
}

public struct IndexSet: CustomStringConvertible {
  public var offsets: [Int]
  public init(_ offsets: some Sequence<Int>) { self.offsets = Array(offsets) }
  public var description: String { "\(offsets)" }
}

@MainActor open class UIView {
  public var window: AnyObject?
  public private(set) var calls: [String] = []
  private var completions: [(Bool) -> Void] = []
  public init() { window = self as AnyObject }

  public func note(_ call: String) { calls.append(call) }
  func note(_ call: String, _ sections: IndexSet) { if !sections.offsets.isEmpty { note("\(call) \(sections)") } }
  func note(_ call: String, _ paths: [IndexPath]) { if !paths.isEmpty { note("\(call) \(paths)") } }
  func performBatch(_ updates: () -> Void, _ completion: ((Bool) -> Void)?) {
    note("begin")
    updates()
    note("end")
    if let completion { completions.append(completion) }
  }
  public func animate() {
    for completion in completions { completion(true) }
    completions = []
  }
}

open class UITableView: UIView {
  public enum RowAnimation: Int { case fade, right, left, top, bottom, none, middle, automatic = 100 }

  public func reloadData() { note("reloadData") }
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    performBatch(updates, completion)
  }
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    note("delete sections \(animation)", sections)
  }
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    note("insert sections \(animation)", sections)
  }
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    note("reload sections \(animation)", sections)
  }
  public func moveSection(_ section: Int, toSection newSection: Int) { note("move section \(section) \(newSection)") }
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    note("delete rows \(animation)", indexPaths)
  }
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    note("insert rows \(animation)", indexPaths)
  }
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    note("reload rows \(animation)", indexPaths)
  }
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { note("move row \(indexPath) \(newIndexPath)") }
  @available(iOS 15.0, tvOS 15.0, *)
  public func reconfigureRows(at indexPaths: [IndexPath]) { note("reconfigure rows", indexPaths) }
}

open class UICollectionView: UIView {
  public func reloadData() { note("reloadData") }
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    performBatch(updates, completion)
  }
  public func deleteSections(_ sections: IndexSet) { note("delete sections", sections) }
  public func insertSections(_ sections: IndexSet) { note("insert sections", sections) }
  public func reloadSections(_ sections: IndexSet) { note("reload sections", sections) }
  public func moveSection(_ section: Int, toSection newSection: Int) { note("move section \(section) \(newSection)") }
  public func deleteItems(at indexPaths: [IndexPath]) { note("delete items", indexPaths) }
  public func insertItems(at indexPaths: [IndexPath]) { note("insert items", indexPaths) }
  public func reloadItems(at indexPaths: [IndexPath]) { note("reload items", indexPaths) }
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { note("move item \(indexPath) \(newIndexPath)") }
  @available(iOS 15.0, tvOS 15.0, *)
  public func reconfigureItems(at indexPaths: [IndexPath]) { note("reconfigure items", indexPaths) }
}

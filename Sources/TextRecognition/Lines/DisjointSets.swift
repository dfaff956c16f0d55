/// Groups of indices that can be joined (union-find with path halving).
struct DisjointSets {
  /// Half as wide as Int: a picture may have millions of members.
  private var parents: [Int32]

  init(count: Int = 0) { parents = Array(0..<Int32(count)) }

  var count: Int { parents.count }

  mutating func add() -> Int {
    parents.append(Int32(parents.count))
    return parents.count - 1
  }

  mutating func root(of index: Int) -> Int {
    var node = Int32(index)
    while parents[Int(node)] != node {
      parents[Int(node)] = parents[Int(parents[Int(node)])]
      node = parents[Int(node)]
    }
    return Int(node)
  }

  /// The lower root wins, so that the result does not depend on the order of joins.
  mutating func join(_ first: Int, _ second: Int) {
    let (one, two) = (root(of: first), root(of: second))
    if one != two { parents[max(one, two)] = Int32(min(one, two)) }
  }

  /// The groups, each ascending, ordered by their first members.
  func groups() -> [[Int]] {
    var copy = self
    var groups: [[Int]] = []
    var places = [Int](repeating: -1, count: parents.count)
    for index in parents.indices {
      let root = copy.root(of: index)
      if places[root] < 0 {
        places[root] = groups.count
        groups.append([])
      }
      groups[places[root]].append(index)
    }
    return groups
  }
}

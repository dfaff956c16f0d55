/// Groups of indices that can be joined (union-find with path halving).
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(of index: Int) -> Int {
    var node = index
    while parents[node] != node {
      parents[node] = parents[parents[node]]
      node = parents[node]
    }
    return node
  }

  /// The lower root wins, so that the result does not depend on the order of joins.
  mutating func join(_ first: Int, _ second: Int) {
    let (one, two) = (root(of: first), root(of: second))
    if one != two { parents[max(one, two)] = min(one, two) }
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

/// The brands of a pack. Several names of one company share a list of domains.
enum BrandTable {
  static func write(_ brands: [Brand], to writer: inout BinaryWriter) {
    writer.texts(brands.map(\.name))
    writer.list(
      brands.map { UInt8(Brand.Kind.allCases.firstIndex(of: $0.kind) ?? 0) << 1 | ($0.isCaseSensitive ? 1 : 0) })
    var groups: [[String]] = []
    writer.list(
      brands.map { brand in
        if groups.last != brand.domains { groups.append(brand.domains) }
        return Int32(groups.count - 1)
      })
    writer.list(groups.map { Int32($0.count) })
    writer.texts(groups.flatMap(\.self))
  }

  static func read(_ reader: inout BinaryReader) throws(CompiledRulePackFailure.Reason) -> [Brand] {
    let names = try reader.texts()
    let flags = try reader.list(UInt8.self)
    let groupOf = try reader.list(Int32.self)
    let sizes = try reader.list(Int32.self)
    let domains = try reader.texts()
    guard names.count == flags.count, names.count == groupOf.count else { throw .outOfRange }
    var groups: [[String]] = []
    groups.reserveCapacity(sizes.count)
    var start = 0
    for size in sizes {
      guard size >= 0, Int(size) <= domains.count - start else { throw .outOfRange }
      groups.append(Array(domains[start..<(start + Int(size))]))
      start += Int(size)
    }
    let kinds = Brand.Kind.allCases
    var brands: [Brand] = []
    brands.reserveCapacity(names.count)
    for index in names.indices {
      let kind = Int(flags[index] >> 1)
      guard kinds.indices.contains(kind), groups.indices.contains(Int(groupOf[index])) else { throw .outOfRange }
      brands.append(
        Brand(
          name: names[index], kind: kinds[kind], domains: groups[Int(groupOf[index])],
          isCaseSensitive: flags[index] & 1 != 0))
    }
    return brands
  }
}

extension DomainLists {
  func write(to writer: inout BinaryWriter) {
    for list in List.allCases { writer.texts(entries(of: list).sorted()) }
  }

  init(reading reader: inout BinaryReader) throws(CompiledRulePackFailure.Reason) {
    self.init()
    for list in List.allCases { add(try reader.texts(), to: list) }
  }
}

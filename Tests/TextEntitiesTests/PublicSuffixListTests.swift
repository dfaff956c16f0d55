import Testing
import TextEntities

struct PublicSuffixListTests {
  @Test(arguments: [
    ("a.b.example.com", "example.com"), ("a.b.example.co.uk", "example.co.uk"),
    ("www.larkspur.com.br", "larkspur.com.br"), ("login.larkspur.github.io", "larkspur.github.io"),
    // Brazil has dozens of second levels, one of them a single letter; any other name is a registered domain.
    ("a.b.br", "a.b.br"), ("x.a.b.br", "a.b.br"), ("x.larkspur.br", "larkspur.br"), ("x.b.blog.br", "b.blog.br"),
    // Every name directly below these is a suffix, with exceptions.
    ("a.b.c.ck", "b.c.ck"), ("a.www.ck", "www.ck"), ("a.city.kawasaki.jp", "city.kawasaki.jp"),
    ("WWW.Example.CO.UK", "example.co.uk"), ("www.example.co.uk.", "example.co.uk"), ("a..example.com", "example.com"),
    ("käse.example.de", "example.de"), ("a.käse.de", "käse.de"), ("a.KÄSE.de", "käse.de"),
    ("a.xn--kse-qla.de", "xn--kse-qla.de"), ("a.b.公司.cn", "b.公司.cn"), ("a.b.xn--55qx5d.cn", "b.xn--55qx5d.cn"),
    ("a.b.unknownending", "b.unknownending"),
    // No registrable domain.
    ("co.uk", "co.uk"), ("github.io", "github.io"), ("localhost", "localhost"), ("", ""), (".", ""),
    ("203.0.113.9", "203.0.113.9"), ("2001:db8::1", "2001:db8::1"),
  ])
  func `the registrable domain has one label more than the ending`(host: String, domain: String) {
    #expect(PublicSuffixList.registrableDomain(of: host) == domain)
  }

  @Test func `endings that companies hand out count only where they are asked for`() {
    #expect(PublicSuffixList.registrableDomain(of: "a.b.github.io", section: .registries) == "github.io")
    #expect(PublicSuffixList.registrableDomain(of: "a.b.co.uk", section: .registries) == "b.co.uk")
    #expect(PublicSuffixList.suffix(of: "a.b.co.uk") == "co.uk")
    #expect(PublicSuffixList.suffix(of: "a.b.github.io") == "github.io")
    #expect(PublicSuffixList.suffix(of: "co.uk") == nil)
    #expect(PublicSuffixList.suffix(of: "203.0.113.9") == nil)
  }

  @Test(arguments: [("co.uk", true), ("github.io", true), ("com", true), ("example.com", false), ("b.co.uk", false)])
  func `an ending is nobody's`(domain: String, isSuffix: Bool) {
    #expect(PublicSuffixList.isPublicSuffix(domain) == isSuffix)
  }

  @Test func `a host of a thousand labels is cheap and keeps its end`() {
    let host = String(repeating: "a.", count: 1_000) + "example.co.uk"
    #expect(PublicSuffixList.registrableDomain(of: host) == "example.co.uk")
  }

  @Test func `the list is read by many threads at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { PublicSuffixList.registrableDomain(of: "a.n\(number).co.uk") == "n\(number).co.uk" }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

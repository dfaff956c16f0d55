/// Top-level domains that a bare domain ("example.com" without "http") may end in.
///
/// A choice, not the whole root zone: if every ending were allowed, file names and sentences without a space after the
/// full stop would be links. Addresses with "http", "www." or a path may have any ending.
package enum TopLevelDomains {
  private static let generic: Set<String> = words(
    """
    com net org info biz edu gov mil tel asia jobs coop aero museum xxx arpa xyz icu accountant webcam cyou sbs cfd bond
    pics boats yachts homes autos motorcycles financial investments exchange markets bank insurance healthcare med
    pharmacy gifts promo bargains discount ninja blog dating poker tickets tours estate rentals properties energy solar
    bike car auto cars cafe restaurant london berlin paris amsterdam nyc tokyo africa lat eus gal bzh swiss wien koeln
    hamburg bayern
    """)

  private static let countries: Set<String> = words(
    """
    ac ae af ag ao ar aw ax az ba bb bd bf bg bh bi bj bm bn bo br bs bt bw bz ca cf cg ch ci ck cl cn cr cu cv cw cx cy
    cz dj dk dm dz ec ee er eu fi fj fk fo fr gf gh gi gl gm gn gp gq gr gt gu gw gy hk hm hn hr ht hu iq ir je jm jo jp
    ke kg kh ki kn kp kr kw ky kz lb lc li lk lr ls lt lv mc mg mh mk ml mn mo mp mq mr mt mu mv mw mx mz nc nf ng nl np
    nr nz pf pg ph pk pn pr pt pw qa ro ru rw sa sb sd sg sk sl sn sr ss su sv sx sy sz tc td tf tg tj tk tl tm tn tt tw
    tz ua ug uk uy uz vc ve vg vn vu wf ws ye yt za zm zw
    """)

  /// Endings that are also file extensions, or words that may follow a full stop without a space. In no other list.
  private static let ambiguous: Set<String> = words(
    """
    py rs sh md pl ps cc so in it is am at be do me my no to us as by pm la de es et ma se si il al au im ad st re ai vi
    va id km mm cm ms sc sm th tr ie eg ne na ni nu om pa pe ge gg ga lol live life work works world today space fun win
    bid men date download stream party trade science online site website store shop click link love sexy games game bet
    casino help support care plus best cool guru news media wiki chat social run tools page web name pro cat post travel
    mobi int dev app one tips host press cash credit money loan tax law legal sale deals gift cards tv mom hair skin
    makeup beauty quest rest bar pub pizza food taxi house rent photos video film music band team group school education
    training events holiday vacations zone center company agency network systems solutions services service market
    trading capital fund finance health clinic global international express delivery parcel email cloud digital tech top
    vip club buzz monster racing review cricket faith expert codes software security safe academy design art gallery ink
    studio lu ly io co cd gd fm
    """)

  /// Endings reserved by RFC 2606 and RFC 6761; documentation and tests use them.
  private static let reserved: Set<String> = ["example", "test", "invalid", "localhost", "local", "onion"]

  /// Whether a host may have this ending, in small letters, if something else shows that it is a host.
  package static func isEnding(_ label: String) -> Bool { trust(label) != .no || reserved.contains(label) }

  package enum Trust: Sendable { case no, onlyWithMore, yes }

  /// How far an ending alone indicates a link; `label` is the last label of a host in small letters.
  package static func trust(_ label: String) -> Trust {
    if ambiguous.contains(label) { return .onlyWithMore }
    return generic.contains(label) || countries.contains(label) ? .yes : .no
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}

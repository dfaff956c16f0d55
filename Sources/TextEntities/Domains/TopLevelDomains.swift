/// Top-level domains that a bare domain ("example.com" without "http") may end in.
///
/// A choice, not the whole root zone: if every ending were allowed, file names and sentences without a space after the
/// full stop would be links. Addresses with "http", "www." or a path may have any ending.
package enum TopLevelDomains {
  private static let generic: Set<String> = words(
    """
    com net org info biz edu gov mil int name mobi tel asia jobs travel pro coop aero museum cat post xxx arpa io app
    dev page web shop store online site website space tech cloud digital xyz top icu club vip live life link click work
    works support help services service center zone agency company group team network systems solutions email
    today world win bid loan men date download stream racing review party trade cricket science faith accountant
    webcam monster cyou sbs cfd bond rest buzz fun host press pics quest hair skin makeup beauty lol mom boats yachts
    homes autos motorcycles finance financial money cash credit capital fund investments exchange market markets
    trading bank insurance tax legal law healthcare health care clinic med pharmacy gift gifts cards promo deals
    sale bargains discount delivery express parcel global international one plus best cool guru ninja expert tips blog
    news media wiki chat social dating love sexy games game bet casino poker run tools codes software security safe
    academy school education training events tickets tours holiday vacations house estate rent rentals properties
    energy solar bike car auto cars taxi food pizza cafe bar pub restaurant design art photos video film music band
    gallery ink studio london berlin paris amsterdam nyc tokyo africa lat eus gal bzh swiss wien koeln hamburg bayern
    """)

  private static let countries: Set<String> = words(
    """
    ac ad ae af ag ai al am ao ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg
    ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh
    gi gl gm gn gp gq gr gt gu gw gy hk hm hn hr ht hu id ie il im in iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw
    ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf
    ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl
    sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn
    vu wf ws ye yt za zm zw
    """)

  /// Endings that are also file extensions, or words that may follow a full stop without a space.
  private static let ambiguous: Set<String> = words(
    """
    py rs sh md pl ps cc so in it is am at be do me my no to us as by pm la de es et ma se si il al au un im ad st re
    ai vi va id km mm cm ms sc sm th tr ie eg ne na ni nu om pa pe ge gg ga lol live life work works world today space
    fun win bid men date download stream party trade science online site website store shop click link love sexy games
    game bet casino help support care plus best cool guru news media wiki chat social run tools page web name pro cat
    post travel mobi int dev app one tips host press cash credit money loan tax law legal sale deals gift cards tv mom
    hair skin makeup beauty quest rest bar pub pizza food taxi house rent photo photos video film music band team group
    school education training events holiday vacations zone center company agency network systems solutions services
    service direct market trading capital fund finance health clinic global international express delivery parcel live
    email space cloud digital tech top vip club buzz monster racing review cricket faith expert codes software security
    safe academy design art gallery ink studio like lu ly cam io co me cd gd fm
    """)

  /// Endings reserved by RFC 2606 and RFC 6761; documentation and tests use them.
  private static let reserved: Set<String> = ["example", "test", "invalid", "localhost", "local", "onion"]

  /// Whether a host may have this ending, in small letters, if something else shows that it is a host.
  package static func isEnding(_ label: String) -> Bool { trust(label) != .no || reserved.contains(label) }

  package enum Trust: Sendable { case no, onlyWithMore, yes }

  /// How far an ending alone indicates a link; `label` is the last label of a host in small letters.
  package static func trust(_ label: String) -> Trust {
    guard generic.contains(label) || countries.contains(label) else { return .no }
    return ambiguous.contains(label) ? .onlyWithMore : .yes
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}

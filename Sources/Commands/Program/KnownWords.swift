internal import Foundation

/// Words from outside that may appear in a bug report, because many people use them; all others become "other".
enum KnownWords {
  /// Names in `XDG_CURRENT_DESKTOP` (Desktop Entry Specification, registered names) and of common compositors.
  private static let desktops = words(
    """
    Budgie COSMIC Cinnamon DDE EDE Enlightenment GNOME GNOME-Classic GNOME-Flashback Hyprland KDE LXDE LXQt MATE Old \
    Pantheon ROX TDE Unity X-Cinnamon XFCE i3 labwc niri river sway ubuntu wlroots
    """)

  /// Values of `XDG_SESSION_TYPE` (pam_systemd(8)).
  private static let sessions = words("mir tty unspecified wayland x11")

  /// Identifiers of distributions (os-release(5), ID).
  private static let distributions = words(
    """
    almalinux arch centos debian devuan elementary endeavouros fedora gentoo kali kubuntu linuxmint manjaro mageia \
    nixos opensuse-leap opensuse-tumbleweed pop raspbian rhel rocky slackware tuxedo ubuntu void zorin
    """)

  /// Language data of the Tesseract project (tesseract(1), LANGUAGES).
  private static let languages = words(
    """
    afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra chi_tra_vert chr cos cym \
    dan deu div dzo ell eng enm epo equ est eus fao fas fil fin fra frk frm fry gla gle glg grc guj hat heb hin hrv hun hye \
    iku ind isl ita ita_old jav jpn jpn_vert kan kat kat_old kaz khm kir kmr kor kor_vert lao lat lav lit ltz mal mar mkd \
    mlt mon mri msa mya nep nld nor oci ori osd pan pol por pus que ron rus san sin slk slv snd spa spa_old sqi srp srp_latn \
    sun swa swe syr tam tat tel tgk tha tir ton tur uig ukr urd uzb uzb_cyrl vie yid yor
    """)

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  static let other = "other"
  static let none = "none"

  /// The known names in a value of `XDG_CURRENT_DESKTOP`, which are separated by colons.
  static func desktop(_ value: String?) -> String {
    guard let value, !value.isEmpty else { return none }
    return value.split(separator: ":").prefix(4).map { desktops.contains(String($0)) ? String($0) : other }
      .joined(separator: ":")
  }

  static func session(_ value: String?) -> String {
    guard let value, !value.isEmpty else { return none }
    return sessions.contains(value) ? value : other
  }

  /// The system by the text of os-release(5), such as "debian 12".
  static func distribution(_ text: String) -> String {
    func field(_ name: String) -> String? {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
      return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: CharacterSet(charactersIn: "\"'")) }
    }
    let id = field("ID").map { distributions.contains($0) ? $0 : other } ?? other
    return ([id] + [field("VERSION_ID")].compactMap { $0.flatMap(version) }).joined(separator: " ")
  }

  static func version(_ text: String) -> String? { text.wholeMatch(of: /[0-9.]{1,16}/) == nil ? nil : text }

  static func day(_ text: String?) -> String? { text?.wholeMatch(of: /[0-9-]{10}/) == nil ? nil : text }

  static func isLanguage(_ name: String) -> Bool { languages.contains(name) }

  static func language(_ name: String) -> String { isLanguage(name) ? name : other }
}

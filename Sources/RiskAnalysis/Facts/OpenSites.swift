/// Well-known sites whose pages are by their users.
enum OpenSites {
  static let domains: Set<String> = [
    "github.com", "gitlab.com", "sourceforge.net", "launchpad.net", "docker.com", "npmjs.com", "pypi.org", "crates.io",
    "stackoverflow.com", "reddit.com", "medium.com", "twitter.com", "x.com", "notion.so", "eventbrite.com",
    "meetup.com", "youtube.com", "slack.com", "facebook.com", "instagram.com", "linkedin.com", "tiktok.com",
    "pinterest.com", "tumblr.com", "vk.com", "quora.com",
  ]
}

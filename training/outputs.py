"""The model's inputs and outputs, in the order of its vocabulary and of its outputs.

The program has the same names in `EntityMarker`, `RiskCategory` and `RiskCue`; a test compares them with the model file.
"""

CATEGORIES = """otp_phishing credential_phishing payment_scam impersonation delivery tech_support job_scam investment crypto
romance family_emergency prize gift_card extortion refund rental charity malware_lure""".split()
CUES = """asks_money asks_credentials asks_code presses threatens poses_authority poses_company poses_relative
promises_gain moves_channel wants_secrecy new_number teaches genuine_notice""".split()
OUTPUTS = 1 + len(CATEGORIES) + len(CUES)
MARKERS = [f"[{name}]" for name in """link_official link_familiar link_unfamiliar link_foreign link_look_alike link_shortener
link_free_host link_odd_ending link_address link_messenger link_wrapped email email_free email_official email_foreign
email_look_alike phone amount_small amount amount_large amount_huge number_short number_long wallet iban card
disguised_letters bank delivery authority tech shop payment crypto telecom messenger toll""".split()]
FEATURE_VERSION = 3

/// Words that distinguish senders from recipients, and companies from impostors.
enum SenderWords {
  /// Introduce the sender of a mail.
  static let senderCues: Set<String> = [
    "from", "sender", "von", "absender", "de", "expediteur", "expéditeur", "da", "mittente", "remetente", "remitente",
    "van", "afzender", "fra", "från", "fran", "avsender", "avsändare", "afsender", "od", "nadawca", "reply",
  ]
  /// Introduce the recipient.
  static let recipientCues: Set<String> = [
    "to", "an", "à", "a", "para", "per", "aan", "til", "till", "do", "cc", "bcc", "kopie", "für", "for", "recipient",
    "empfänger", "destinataire", "destinatario", "destinatário", "ontvanger",
  ]
  /// Ask to write to an address. Nouns, such as "mail", are beside any address.
  static let writingVerbs: Set<String> = [
    "write", "reply", "contact", "schreiben", "schreib", "schreibe", "antworten", "antworte", "kontaktieren", "melden",
    "wenden", "\u{E9}crivez", "ecrivez", "\u{E9}cris", "\u{E9}crire", "contactez", "contacter", "r\u{E9}pondez",
    "r\u{E9}ponds", "escriba", "escribe", "escribir", "escr\u{ED}banos", "contacte", "contacta", "responda", "responde",
    "scriva", "scrivi", "scrivere", "scriveteci", "contatti", "contatta", "contattare", "risponda", "rispondi",
    "schrijf", "schrijft", "contacteer", "reageer", "escreva", "escreve", "escrever", "contate", "contactar",
  ]
  /// Tell that an address is the reader's own.
  static let ownAddressWords: Set<String> = [
    "sent", "sending", "your", "my", "account", "registered", "signed", "gesendet", "gesandt", "geschickt", "ihr",
    "ihre", "ihrem", "ihren", "ihrer", "dein", "deine", "deinem", "deinen", "deiner", "konto", "angemeldet",
    "envoy\u{E9}", "envoy\u{E9}e", "votre", "ton", "compte", "enviado", "enviada", "enviamos", "su", "tu", "cuenta",
    "inviato", "inviata", "suo", "sua", "tuo", "tua", "conto", "verzonden", "gestuurd", "uw", "je", "jouw", "rekening",
    "envi\u{E1}mos", "seu", "teu", "conta",
  ]
  /// "Please do not reply": nobody is asked to write. A token may end at the apostrophe of "don't".
  static let negations: Set<String> = [
    "not", "don't", "don\u{2019}t", "don", "never", "cannot", "noreply", "nicht", "nie", "kein", "keine", "ne", "pas",
    "no", "non", "niet", "n\u{E3}o", "nao",
  ]
  /// Introduce the subject or the date of a mail.
  static let subjectCues: Set<String> = [
    "subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "assunto", "re", "fw", "fwd", "aw", "wg", "date",
    "datum", "fecha", "data", "sent", "gesendet",
  ]
  /// A local part with a company's name and one of these words claims to be the company. The name alone may be an
  /// address that a customer or shop uses for that company.
  static let serviceWords: Set<String> = [
    "service", "services", "support", "security", "secure", "help", "helpdesk", "info", "noreply", "reply", "team",
    "alert", "alerts", "notice", "notification", "notifications", "billing", "invoice", "account", "accounts",
    "customer", "customers", "care", "contact", "office", "official", "department", "center", "centre", "express",
    "delivery", "parcel", "paket", "update", "verify", "verification", "refund", "refunds", "bank", "online", "mail",
    "kunden", "kundenservice", "kundendienst", "kundencenter", "servicio", "servizio", "soporte", "suporte",
    "assistenza", "atencion", "clientes", "clienti", "cliente", "client", "clients", "klant", "klantenservice",
    "kundservice", "kundeservice", "klient", "klienta", "obsluga", "livraison", "colis", "pacco", "paquete",
  ]
  /// A full stop after these does not end a sentence.
  static let abbreviations: Set<String> = [
    "inc", "ltd", "co", "corp", "llc", "sa", "ag", "spa", "srl", "sl", "bv", "nv", "plc", "dr", "mr", "mrs", "dept",
  ]
}

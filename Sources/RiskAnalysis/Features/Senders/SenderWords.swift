/// The words by which senders are told from recipients, and companies from those who pose as them.
enum SenderWords {
  /// They stand before whom a mail is from.
  static let senderCues: Set<String> = [
    "from", "sender", "von", "absender", "de", "expediteur", "expéditeur", "da", "mittente", "remetente", "remitente",
    "van", "afzender", "fra", "från", "fran", "avsender", "avsändare", "afsender", "od", "nadawca", "reply",
  ]
  /// They stand before whom it is for.
  static let recipientCues: Set<String> = [
    "to", "an", "à", "a", "para", "per", "aan", "til", "till", "do", "cc", "bcc", "kopie", "für", "for", "recipient",
    "empfänger", "destinataire", "destinatario", "destinatário", "ontvanger",
  ]
  /// With one of these in it, a local part with a company's name poses as the company; alone it may be the address that
  /// a customer or a shop keeps for that company.
  static let serviceWords: Set<String> = [
    "service", "services", "support", "security", "secure", "help", "helpdesk", "info", "noreply", "reply", "team",
    "alert", "alerts", "notice", "notification", "notifications", "billing", "invoice", "account", "accounts",
    "customer", "customers", "care", "contact", "office", "official", "department", "center", "centre", "express",
    "delivery", "parcel", "paket", "update", "verify", "verification", "refund", "refunds", "bank", "online", "mail",
    "kunden", "kundenservice", "kundendienst", "kundencenter", "servicio", "servizio", "soporte", "suporte",
    "assistenza", "atencion", "clientes", "clienti", "cliente", "client", "clients", "klant", "klantenservice",
    "kundservice", "kundeservice", "klient", "klienta", "obsluga", "livraison", "colis", "pacco", "paquete",
  ]
  /// A full stop after these ends no sentence.
  static let abbreviations: Set<String> = [
    "inc", "ltd", "co", "corp", "llc", "sa", "ag", "spa", "srl", "sl", "bv", "nv", "plc", "dr", "mr", "mrs", "dept",
  ]
}

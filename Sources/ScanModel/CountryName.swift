/// Names of the countries that telephone numbers and accounts tell (Unicode CLDR 48, territories).
package enum CountryName {
  /// The name; the code itself for one that is not listed.
  package static func of(_ code: String) -> Message { english[code].map(Message.init(whole:)) ?? .verbatim(code) }

  private static let english = Dictionary(
    uniqueKeysWithValues: table.split(separator: "; ").map { (String($0.prefix(2)), String($0.dropFirst(3))) })

  private static let table = """
    AD Andorra; AE United Arab Emirates; AF Afghanistan; AL Albania; AM Armenia; AO Angola; AR Argentina; \
    AT Austria; AU Australia; AW Aruba; AZ Azerbaijan; BA Bosnia and Herzegovina; BD Bangladesh; BE Belgium; \
    BF Burkina Faso; BG Bulgaria; BH Bahrain; BI Burundi; BJ Benin; BN Brunei; BO Bolivia; BR Brazil; BT Bhutan; \
    BW Botswana; BY Belarus; BZ Belize; CD Congo (Kinshasa); CF Central African Republic; CG Congo (Brazzaville); \
    CH Switzerland; CI Ivory Coast; CL Chile; CM Cameroon; CN China; CO Colombia; CR Costa Rica; CU Cuba; \
    CV Cape Verde; CY Cyprus; CZ Czechia; DE Germany; DJ Djibouti; DK Denmark; DZ Algeria; EC Ecuador; EE Estonia; \
    EG Egypt; ER Eritrea; ES Spain; ET Ethiopia; FI Finland; FJ Fiji; FO Faroe Islands; FR France; GA Gabon; \
    GB United Kingdom; GE Georgia; GH Ghana; GI Gibraltar; GL Greenland; GM Gambia; GN Guinea; GQ Equatorial Guinea; \
    GR Greece; GT Guatemala; GW Guinea-Bissau; GY Guyana; HK Hong Kong; HN Honduras; HR Croatia; HT Haiti; \
    HU Hungary; ID Indonesia; IE Ireland; IL Israel; IN India; IQ Iraq; IR Iran; IS Iceland; IT Italy; JO Jordan; \
    JP Japan; KE Kenya; KG Kyrgyzstan; KH Cambodia; KM Comoros; KR South Korea; KW Kuwait; LA Laos; LB Lebanon; \
    LI Liechtenstein; LK Sri Lanka; LR Liberia; LS Lesotho; LT Lithuania; LU Luxembourg; LV Latvia; LY Libya; \
    MA Morocco; MC Monaco; MD Moldova; ME Montenegro; MG Madagascar; MK North Macedonia; ML Mali; MM Myanmar; \
    MN Mongolia; MO Macao; MR Mauritania; MT Malta; MU Mauritius; MV Maldives; MW Malawi; MX Mexico; MY Malaysia; \
    MZ Mozambique; NA Namibia; NE Niger; NG Nigeria; NI Nicaragua; NL Netherlands; NO Norway; NP Nepal; \
    NZ New Zealand; OM Oman; PA Panama; PE Peru; PG Papua New Guinea; PH Philippines; PK Pakistan; PL Poland; \
    PS Palestine; PT Portugal; PY Paraguay; QA Qatar; RE Réunion; RO Romania; RS Serbia; RW Rwanda; SA Saudi Arabia; \
    SC Seychelles; SD Sudan; SE Sweden; SG Singapore; SI Slovenia; SK Slovakia; SL Sierra Leone; SM San Marino; \
    SN Senegal; SO Somalia; SR Suriname; SS South Sudan; ST São Tomé & Príncipe; SV El Salvador; SY Syria; \
    SZ Eswatini; TD Chad; TG Togo; TH Thailand; TJ Tajikistan; TM Turkmenistan; TN Tunisia; TO Tonga; TR Turkey; \
    TW Taiwan; TZ Tanzania; UA Ukraine; UG Uganda; UY Uruguay; UZ Uzbekistan; VE Venezuela; VN Vietnam; XK Kosovo; \
    YE Yemen; ZA South Africa; ZM Zambia; ZW Zimbabwe
    """
}

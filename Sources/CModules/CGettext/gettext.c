#define _GNU_SOURCE
#include "CGettext.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* Written only by ocrscan_translations_open, before there is a second thread. */
static locale_t messages;
static int is_of_the_system;
static char *domain_name;

int ocrscan_translations_open(const char *folder, const char *domain, const char *language) {
  const int mask = LC_CTYPE_MASK | LC_MESSAGES_MASK | LC_NUMERIC_MASK;
  messages = newlocale(mask, "", (locale_t)0);
  is_of_the_system = messages != (locale_t)0 && strcmp(nl_langinfo_l(CODESET, messages), "ANSI_X3.4-1968") != 0;
  if (!is_of_the_system) {
    /* gettext(3) translates nothing in the locale C; in any other it uses LANGUAGE. */
    if (messages) freelocale(messages);
    messages = newlocale(mask, "C.UTF-8", (locale_t)0);
    if (messages && setenv("LANGUAGE", language, 1) != 0) return -1;
  }
  domain_name = strdup(domain);
  if (!messages || !domain_name) return -1;
  if (!bindtextdomain(domain, folder) || !bind_textdomain_codeset(domain, "UTF-8")) return -1;
  return 0;
}

const char *ocrscan_translation(const char *text) {
  locale_t before = uselocale(messages);
  const char *translation = dgettext(domain_name, text);
  uselocale(before);
  return translation;
}

const char *ocrscan_translation_for_count(const char *one, const char *other, unsigned long count) {
  locale_t before = uselocale(messages);
  const char *translation = dngettext(domain_name, one, other, count);
  uselocale(before);
  return translation;
}

const char *ocrscan_decimal_separator(void) {
  return is_of_the_system ? nl_langinfo_l(RADIXCHAR, messages) : NULL;
}

void ocrscan_translations_apply_to_thread(void) {
  if (!is_of_the_system) uselocale(messages);
}

/*
 * gettext(3) of the C library, without changing the locale of the process: what the system says of an error, and how C
 * libraries write and read numbers, stays as it is.
 */
#ifndef OCRSCAN_GETTEXT_H
#define OCRSCAN_GETTEXT_H

/* Prepares a domain for the language of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG). To be called once, before
 * there is a second thread.
 * - folder: holds LANGUAGE/LC_MESSAGES/DOMAIN.mo.
 * - language: used where the system has no such locale, for which gettext(3) would give English.
 * Returns 0, or -1 if there is no memory or no locale at all. */
int ocrscan_translations_open(const char *folder, const char *domain, const char *language);

/* The translation, or the text itself. Both live as long as the process. */
const char *ocrscan_translation(const char *text);
/* The same for a number of things: the form that the language has for it. */
const char *ocrscan_translation_for_count(const char *one, const char *other, unsigned long count);
/* What stands before the decimals of a number; NULL where the system has no such locale. */
const char *ocrscan_decimal_separator(void);

/* Has libraries that call gettext(3) on this thread find the same language where the system has no such locale. */
void ocrscan_translations_apply_to_thread(void);

#endif

/*
 * gettext(3) of the C library, without changing the locale of the process: the system's error messages, and how C
 * libraries read and write numbers, stay as they are.
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
/* The translation in the form that the language uses for this count. */
const char *ocrscan_translation_for_count(const char *one, const char *other, unsigned long count);
/* The decimal separator; NULL if the system has no such locale. */
const char *ocrscan_decimal_separator(void);

/* Makes libraries that call gettext(3) on this thread use the same language, even if the system has no such locale. */
void ocrscan_translations_apply_to_thread(void);

#endif

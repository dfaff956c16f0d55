#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <wchar.h>

#include "ocrscan_terminal.h"

static locale_t unicode;

static void open_locale(void) { unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int ocrscan_column_width(uint32_t character) {
  /* Our programs stay in the locale "C", in which only ASCII has a width. */
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_locale);
  if (unicode == (locale_t)0) return character >= 0x20 && character < 0x7F ? 1 : -1;
  const locale_t before = uselocale(unicode);
  const int columns = wcwidth((wchar_t)character);
  uselocale(before);
  return columns;
}

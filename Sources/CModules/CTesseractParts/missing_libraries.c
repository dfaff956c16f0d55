// Stands in for libcurl and libarchive, which Tesseract calls to read an image from a web address, or language data
// from a ZIP file. Neither happens here, and the two would bring 40 more libraries into the process that reads pictures
// from strangers: TLS, Kerberos, LDAP, SSH. Every call fails as the real one does without memory, without network, or
// for a file that is not an archive.
//
// Declared as in curl/easy.h and archive.h, whose packages are not needed to build; plain pointers replace their
// structs.
#include "tesseract_parts.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CURLE_FAILED_INIT = 2, ARCHIVE_FATAL = -30 };

void *curl_easy_init(void) { return NULL; }

int curl_easy_setopt(void *curl, int option, ...) {
  (void)curl;
  (void)option;
  return CURLE_FAILED_INIT;
}

int curl_easy_perform(void *curl) {
  (void)curl;
  return CURLE_FAILED_INIT;
}

void curl_easy_cleanup(void *curl) { (void)curl; }

const char *curl_easy_strerror(int code) {
  (void)code;
  return "there is no network";
}

// Without an archive, Tesseract makes no further calls.
void *archive_read_new(void) { return NULL; }

int archive_read_support_filter_all(void *archive) {
  (void)archive;
  return ARCHIVE_FATAL;
}

int archive_read_support_format_all(void *archive) {
  (void)archive;
  return ARCHIVE_FATAL;
}

int archive_read_open_filename(void *archive, const char *name, size_t block) {
  (void)archive;
  (void)name;
  (void)block;
  return ARCHIVE_FATAL;
}

int archive_read_next_header(void *archive, void **entry) {
  (void)archive;
  (void)entry;
  return ARCHIVE_FATAL;
}

const char *archive_entry_pathname(void *entry) {
  (void)entry;
  return NULL;
}

int64_t archive_entry_size(void *entry) {
  (void)entry;
  return 0;
}

ssize_t archive_read_data(void *archive, void *bytes, size_t count) {
  (void)archive;
  (void)bytes;
  (void)count;
  return ARCHIVE_FATAL;
}

int archive_read_free(void *archive) {
  (void)archive;
  return 0;
}

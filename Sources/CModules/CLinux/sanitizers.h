#ifndef OCRSCAN_SANITIZERS_H
#define OCRSCAN_SANITIZERS_H

/* The compiler's sanitizer that this is built with (scripts/test-sanitized); usually none. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OCRSCAN_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define OCRSCAN_THREAD_SANITIZER 1
#endif
#endif

#endif

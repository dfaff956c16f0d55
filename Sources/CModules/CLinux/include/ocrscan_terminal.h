/* A terminal read key by key, restored however the program ends. */
#ifndef OCRSCAN_TERMINAL_H
#define OCRSCAN_TERMINAL_H

#include <stdint.h>

/* Takes over the terminal behind input: keys arrive at once and are not echoed; Ctrl-C, Ctrl-\ and Ctrl-Z remain
   signals. Until ocrscan_terminal_end, a signal that ends or stops the program first restores the terminal; it is
   taken over again when a stopped program continues. begin and restore, at most 63 bytes each, are written to output
   on taking over and restoring. Returns a descriptor that becomes readable when the screen must be redrawn (its size
   has changed, or the program was stopped), or a negative errno. One terminal at a time: EBUSY for a second. */
int ocrscan_terminal_begin(int input, int output, const char *_Nonnull begin, const char *_Nonnull restore);

/* Restores the terminal. Does nothing if it was not taken over. */
void ocrscan_terminal_end(void);

/* Rows and columns of the terminal behind a descriptor (ioctl_tty(2), TIOCGWINSZ). Returns a negative errno, or 0
   with zeros for a terminal that does not know its size. */
int ocrscan_terminal_size(int descriptor, int *_Nonnull rows, int *_Nonnull columns);

/* Columns in which terminals draw a character (wcwidth(3)), whatever the locale of the program; negative for control
   characters, and for everything beyond ASCII if the system lacks the locale C.UTF-8. */
int ocrscan_column_width(uint32_t character);

#endif

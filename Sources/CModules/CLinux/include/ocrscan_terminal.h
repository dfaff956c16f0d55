/* A terminal that is read key by key, given back as it was however the program ends. */
#ifndef OCRSCAN_TERMINAL_H
#define OCRSCAN_TERMINAL_H

#include <stdint.h>

/* Takes the terminal behind input: keys come at once and are not shown; Ctrl-C, Ctrl-\ and Ctrl-Z stay signals. Until
   ocrscan_terminal_end, a signal that ends the program first gives the terminal back; one that stops it does so too, and
   takes it again when it goes on. begin and restore are written to output when it is taken and given back; at most 63
   bytes each. Returns a descriptor that becomes readable when the screen has to be drawn anew (its size has changed, or
   the program was stopped), or a negative errno. One terminal at a time: EBUSY for a second. */
int ocrscan_terminal_begin(int input, int output, const char *_Nonnull begin, const char *_Nonnull restore);

/* Gives the terminal back. Does nothing if it was not taken. */
void ocrscan_terminal_end(void);

/* Rows and columns of the terminal behind a descriptor (ioctl_tty(2), TIOCGWINSZ); a negative errno, or 0 and zeros for
   one that does not know its size. */
int ocrscan_terminal_size(int descriptor, int *_Nonnull rows, int *_Nonnull columns);

/* Columns that terminals draw a character in (wcwidth(3)), whatever the locale of the program; negative for control
   characters, and for all beyond ASCII where the system lacks the locale C.UTF-8. */
int ocrscan_column_width(uint32_t character);

#endif

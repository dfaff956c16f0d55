#define _GNU_SOURCE
#include "ocrscan_terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Signals that end the program, crashes included: they must not leave a shell with a silent terminal. */
static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGTERM};
enum { ending_count = sizeof ending / sizeof ending[0] };

static struct {
  int input, output, changed;
  struct termios before, during;
  char begin[64], restore[64];
  struct sigaction old_ending[ending_count], old_stop, old_size;
} terminal;
static volatile sig_atomic_t is_taken;

/* Everything from here to ocrscan_terminal_begin is called by signal handlers and uses only what signal-safety(7)
   lists. */

/* How long a signal handler waits for a terminal that takes nothing more: its other end may be stopped for ever. */
enum { patience = 500, no_limit = -1 };

/* Waits at most so many milliseconds for each byte. A tty that is ready may have room for a single one. */
static void say(const char *text, int milliseconds) {
  struct pollfd output = {.fd = terminal.output, .events = POLLOUT};
  while (*text != 0) {
    const int ready = poll(&output, 1, milliseconds);
    if (ready == 0) return;
    const ssize_t written = ready < 0 ? -1 : write(terminal.output, text, 1);
    if (written > 0) {
      text++;
    } else if (written == 0 || errno != EINTR) {
      return;
    }
  }
}

static void take(int milliseconds) {
  tcsetattr(terminal.input, TCSANOW, &terminal.during);
  say(terminal.begin, milliseconds);
}

static void give_back(int milliseconds) {
  say(terminal.restore, milliseconds);
  tcsetattr(terminal.input, TCSANOW, &terminal.before);
}

/* Makes the signal do what it would do without this module. */
static void raise_by_default(int signal_number) {
  struct sigaction by_default = {.sa_handler = SIG_DFL};
  sigaction(signal_number, &by_default, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(signal_number);
}

static void end_by(int signal_number) {
  if (is_taken) {
    is_taken = 0;
    give_back(patience);
  }
  raise_by_default(signal_number);
}

static void note_change(void) {
  const uint64_t one = 1;
  const ssize_t written = write(terminal.changed, &one, sizeof one);
  (void)written; /* fails only if it is readable already */
}

static void handle_stop(int signal_number);

static void arm_stop(void) {
  struct sigaction stop = {.sa_handler = handle_stop, .sa_flags = SA_RESTART};
  sigfillset(&stop.sa_mask);
  sigaction(SIGTSTP, &stop, NULL);
}

static void handle_stop(int signal_number) {
  const int saved = errno;
  if (is_taken) give_back(patience);
  raise_by_default(signal_number); /* returns when the program goes on */
  if (is_taken) {
    arm_stop();
    take(patience);
    note_change();
  }
  errno = saved;
}

static void handle_size(int signal_number) {
  const int saved = errno;
  (void)signal_number;
  note_change();
  errno = saved;
}

int ocrscan_terminal_begin(int input, int output, const char *begin, const char *restore) {
  if (is_taken) return -EBUSY;
  if (strlen(begin) >= sizeof terminal.begin || strlen(restore) >= sizeof terminal.restore) return -EINVAL;
  if (tcgetattr(input, &terminal.before) != 0) return -errno;
  const int changed = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (changed < 0) return -errno;
  terminal.input = input;
  terminal.output = output;
  terminal.changed = changed;
  strcpy(terminal.begin, begin);
  strcpy(terminal.restore, restore);
  terminal.during = terminal.before;
  terminal.during.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  terminal.during.c_iflag &= ~(tcflag_t)IXON;
  terminal.during.c_cc[VMIN] = 1;
  terminal.during.c_cc[VTIME] = 0;

  is_taken = 1;
  for (int index = 0; index < ending_count; index++) {
    /* Nothing is held back meanwhile, so that a second signal ends the program whatever the terminal does. */
    struct sigaction action = {.sa_handler = end_by, .sa_flags = SA_RESETHAND | SA_NODEFER};
    sigaction(ending[index], NULL, &terminal.old_ending[index]);
    /* Signals that were ignored at the start stay ignored, for example SIGHUP under nohup(1). */
    if (terminal.old_ending[index].sa_handler != SIG_IGN) sigaction(ending[index], &action, NULL);
  }
  sigaction(SIGTSTP, NULL, &terminal.old_stop);
  if (terminal.old_stop.sa_handler != SIG_IGN) arm_stop();
  struct sigaction size = {.sa_handler = handle_size, .sa_flags = SA_RESTART};
  sigaction(SIGWINCH, &size, &terminal.old_size);
  take(no_limit);
  return changed;
}

void ocrscan_terminal_end(void) {
  if (!is_taken) return;
  is_taken = 0;
  give_back(no_limit);
  for (int index = 0; index < ending_count; index++) sigaction(ending[index], &terminal.old_ending[index], NULL);
  sigaction(SIGTSTP, &terminal.old_stop, NULL);
  sigaction(SIGWINCH, &terminal.old_size, NULL);
  close(terminal.changed);
}

int ocrscan_terminal_size(int descriptor, int *rows, int *columns) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -errno;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return 0;
}

/* Includes every header of this module. Incremental builds would miss a new header not listed here, because
   compilers do not look for new files in an umbrella folder. */
#include "ocrscan_files.h"
#include "ocrscan_launcher.h"
#include "ocrscan_limits.h"
#include "ocrscan_memory.h"
#include "ocrscan_process.h"
#include "ocrscan_terminal.h"
#include "ocrscan_thread.h"

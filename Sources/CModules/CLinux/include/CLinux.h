/* Everything in this module. A header that is not named here would be missed by builds that are not from scratch,
   because compilers do not look for new files in an umbrella folder. */
#include "ocrscan_files.h"
#include "ocrscan_launcher.h"
#include "ocrscan_limits.h"
#include "ocrscan_memory.h"
#include "ocrscan_process.h"
#include "ocrscan_terminal.h"
#include "ocrscan_thread.h"

/* Includes every header of this module. Incremental builds would miss a new header not listed here, because
   compilers do not look for new files in an umbrella folder. */
#include "ct_kernel.h"
#include "ct_model.h"

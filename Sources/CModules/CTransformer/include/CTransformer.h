/* Everything in this module. A header that is not named here would be missed by builds that are not from scratch,
   because compilers do not look for new files in an umbrella folder. */
#include "ct_kernel.h"
#include "ct_model.h"

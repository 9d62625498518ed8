#include_next <signal.h>

#include "packages/platform/files.h"

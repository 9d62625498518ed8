#include_next <unistd.h>

#include "packages/platform/files.h"

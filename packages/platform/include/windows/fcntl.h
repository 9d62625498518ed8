#include_next <fcntl.h>

#include "packages/platform/files.h"

#include_next <sys/stat.h>

#include "packages/platform/files.h"

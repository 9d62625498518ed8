#include "packages/platform/files.h"

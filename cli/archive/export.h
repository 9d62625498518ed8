/* Exports an index as tables for database engines. */
#pragma once

#include "cli/archive/archive.h"

/* Writes the tables, their schema and sample queries into a folder. False after a message. */
bool archive_export(const struct archive *a, const char *folder, bool force);

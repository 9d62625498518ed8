/* Whole numbers on the command line. */
#ifndef ZET_CLI_NUMBERS_H
#define ZET_CLI_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a whole number from low to high. False, after a message that names `what`, where the text
   is not one. */
bool number_read(const char *what, const char *text, uint64_t low, uint64_t high, uint64_t *to);

#endif

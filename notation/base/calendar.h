/* The lengths of months. */
#pragma once

#include <stdbool.h>

/* The days of a month, from 1, of that year. */
static inline unsigned month_days(unsigned year, unsigned month) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (unsigned)(month == 2 && leap);
}

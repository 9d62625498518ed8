/* Dates as people and spreadsheets write them. */
#pragma once

#include "notation/base/buffer.h"

enum date_form { DATE_LEFT, DATE_READ, DATE_TWO_WAYS };

/* Reads a date to its canonical form: in numbers, or with a month in a language of readers. With
   two ways to read it the other one is in `other`; `said` is `dates` of struct format_options.
   LEFT: it is not a date, or has that form already. `room` is for the month. */
enum date_form zi_date_read(struct text t, unsigned said, char to[10], char other[10],
                            struct buffer *room);

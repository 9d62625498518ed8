/* Dates as people and spreadsheets write them. */
#pragma once

#include "notation/base/buffer.h"

enum date_form { DATE_LEFT, DATE_READ, DATE_TWO_WAYS };

/* Reads a date, in numbers or with the name of a month in any supported language, to its canonical
   form. If there are two ways to read it, `other` has the second; `said` is `dates` of struct
   format_options. DATE_LEFT: it is not a date, or is already canonical. */
enum date_form zi_date_read(struct text t, unsigned said, char to[10], char other[10]);

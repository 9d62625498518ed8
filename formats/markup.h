/* The signs of web pages, wikis, boards and quoted mail, which say nothing about games. */
#pragma once

#include "notation/base/text.h"

/* Leaves them out of a line, whose length stays: blanks fill it. *plain: the line before has text
   and no mark of a quotation, so that a `>` here is no such mark either. */
void zi_markup_leave_out(char *line, size_t length, bool *plain);

/* The signs of web pages, wikis, boards and quoted mail, which say nothing about games. */
#pragma once

#include "notation/base/text.h"

/* Marks the place in a line of the text where a line of the page ends. */
enum { MARKUP_BREAK = '\f' };

/* Leaves them out of a line, whose length stays: blanks fill it. Tabs are between cells of tables.
 *cell: the line before ends with a cell, so that a `>` here may join it with the next one. */
void zi_markup_leave_out(char *line, size_t length, bool *cell);

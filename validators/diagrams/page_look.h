/* The pictures that games of a page share: the board, and what is on its cells. */
#pragma once

#include "validators/diagrams/page_parts.h"

/* Begins the diagram of a board alone: names and who is to move are around the picture. */
void zi_page_diagram(struct diagram *d, const struct ruleset *ruleset, bool flip,
                     enum language language);

/* Appends the id of what is on a cell, `z1-m0-2`: its level and its content. */
void zi_page_man_name(struct buffer *out, struct text look_id, unsigned level, unsigned content);

/* Appends the pictures of a look. The ids begin with `id`. False when memory runs out. */
bool zi_page_look(struct buffer *out, struct page_look *look, enum theme theme, struct text id);

/* Compiled patterns: the only user of PCRE2. */
#pragma once

#include "notation/base/text.h"

struct pattern;

/* The work for one match before it fails: PCRE2's match limit and depth limit; and the size of the
   JIT's stack. The patterns are possessive, so none comes near these limits. */
enum { MATCH_LIMIT = 1000000, MATCH_DEPTH_LIMIT = 1000, MATCH_STACK_BYTES = 128 * 1024 };

enum { GROUPS_MAX = 20 };

/* LIMIT: the match took too much work. */
enum pattern_status { PATTERN_MATCHED, PATTERN_NO_MATCH, PATTERN_LIMIT, PATTERN_OUT_OF_MEMORY };

/* `source` is PCRE2 syntax with blanks ignored (extended) and matches case-insensitively. NULL when
   out of memory; a pattern that does not compile is a programming error. */
struct pattern *zi_pattern_new(struct text source);
void zi_pattern_free(struct pattern *p);

/* Matches at `from` in `in`, nowhere else. Returns 0 on failure, with the cause in *status; else
   the number of the last group that took part, plus 1. group[0] is the whole match, group[n] the
   nth group; a group that took no part is empty with at NULL. */
int zi_pattern_match(const struct pattern *p, struct text in, size_t from,
                     struct text group[GROUPS_MAX + 1], enum pattern_status *status);

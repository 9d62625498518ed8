/* Compiled patterns: the only user of PCRE2. */
#pragma once

#include "notation/base/text.h"

struct pattern;

/* Work done for one match before it counts as no match: PCRE2's match limit and its depth limit;
   and the bytes of the JIT's stack. The patterns are possessive, so none comes near these limits.
   */
enum { MATCH_LIMIT = 1000000, MATCH_DEPTH_LIMIT = 1000, MATCH_STACK_BYTES = 128 * 1024 };

enum { GROUPS_MAX = 20 };

/* LIMIT: there was too much to do. */
enum pattern_status { PATTERN_MATCHED, PATTERN_NO_MATCH, PATTERN_LIMIT, PATTERN_OUT_OF_MEMORY };

/* `source` is PCRE2's syntax with blanks in the pattern omitted (extended), and matches letters
   of either case. NULL when out of memory; a pattern that does not compile is a programming error.
   */
struct pattern *zi_pattern_new(struct text source);
void zi_pattern_free(struct pattern *p);

/* Matches at `from` in `in`, nowhere else. 0: no match, and *status says why; else the number of
   the last group that took part, plus 1. group[0] is the whole match, group[n] the nth group; a
   group that took no part is empty with at NULL. */
int zi_pattern_match(const struct pattern *p, struct text in, size_t from,
                     struct text group[GROUPS_MAX + 1], enum pattern_status *status);

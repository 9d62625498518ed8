/* Prints the limits of the specification as a table in Markdown, from the constants of the
   sources. */
#include <stdio.h>

#include "notation/games/movetext.h"
#include "notation/record/record.h"
#include "validators/games/rules.h"
#include "validators/games/ruleset.h"
#include "validators/replay/replay.h"
#include "validators/replay/verdict.h"

/* `n` with commas between groups of three digits. */
static void row(const char *what, unsigned n, const char *rest) {
    char digits[16];
    int length = snprintf(digits, sizeof digits, "%u", n);
    printf("| %s | ", what);
    for (int i = 0; i < length; i++)
        printf("%s%c", i && (length - i) % 3 == 0 ? "," : "", digits[i]);
    printf("%s |\n", rest);
}

int main(void) {
    puts("| limit | value |\n| --- | --- |");
    row("YAML of one record", RECORD_BYTES_MAX, " bytes (1 MiB)");
    row("nesting of YAML collections", YAML_DEPTH_MAX, " levels");
    row("YAML directives (`%YAML`, `%TAG`) before one record", DIRECTIVES_MAX, "");
    row("keys of one mapping that is judged", MAPPING_KEYS_MAX, "");
    row("moves of one sequence", SEQUENCE_MOVES_MAX, "");
    row("variations inside each other", VARIATION_DEPTH_MAX, "");
    row("cells in one move", MOVE_CELLS_MAX, "");
    row("pits in one `%give`, both lists together", GIVE_PITS_MAX, "");
    row("bytes of a move in a lenient form, without its blanks", MOVE_TEXT_MAX, "");
    row("turns in one line of play", PLIES_MAX, "");
    row("findings of one record", FINDINGS_MAX,
        "; if there are more, the last of these says that the rest are omitted");
    row("stages of one sowing", STAGES_ENDLESS,
        "; a longer sowing is endless, unless the option `endless` sets another number (B9)");
    row("stages of all sowings of one record, variations included, each up to its first exact "
        "repetition",
        WORK_MAX, " (B9)");
    row("the number of an option", OPTION_NUMBER_MAX, "; more is `bad-value`");
    row("digits of `points`", (unsigned)snprintf(NULL, 0, "%d", RECORD_POINTS_MAX),
        "; more is `bad-value`");
    return 0;
}

/* Lists everything that has a name. */
#include "diagrams/options.h"
#include "formats/converter.h"
#include "notation/base/likeness.h"
#include "notation/base/option.h"
#include "notation/base/output.h"
#include "notation/record/record.h"
#include "validators/api/judging.h"
#include "validators/api/records.h"
#include "validators/games/ruleset.h"
#include "validators/replay/settings.h"
#include "validators/report/explain.h"

const char *zet_version(void) { return ZET_VERSION; }

struct entry_of {
    const char *name, *about, *argument;
};

static const struct entry_of none = {NULL, "", NULL};

static const struct rules *game_named(const char *game) {
    return game ? zi_game_find(text_of(game)) : NULL;
}

static struct entry_of variant_at(const struct rules *rules, size_t index) {
    for (size_t i = 0; rules && rules->variants && rules->variants[i]; i++)
        if (i == index)
            return (struct entry_of){rules->variants[i], "", NULL};
    return none;
}

static struct entry_of rule_option_at(const struct rules *rules, size_t index) {
    if (!rules || index >= rules->option_count)
        return none;
    return (struct entry_of){rules->options[index].name, rules->options[index].about, "VALUE"};
}

const zet_option *zi_catalogue_option(zet_catalogue catalogue, const char *of, size_t index) {
    const zet_option *rows = catalogue == ZET_CATALOGUE_DIAGRAM_OPTIONS ? zi_diagram_option_rows
                             : catalogue == ZET_CATALOGUE_SETTINGS      ? zi_setting_rows
                                                                        : NULL;
    for (size_t i = 0; catalogue == ZET_CATALOGUE_TASK_OPTIONS && of && i < zi_task_kind_count; i++)
        if (!strcmp(zi_task_kinds[i]->name, of))
            return zi_task_option(zi_task_kinds[i], index);
    for (; rows && rows->name; rows++)
        if (index-- == 0)
            return rows;
    return NULL;
}

static struct entry_of option_at(zet_catalogue catalogue, const char *of, size_t index) {
    const zet_option *o = zi_catalogue_option(catalogue, of, index);
    return o ? (struct entry_of){o->name, o->about, o->argument} : none;
}

static struct entry_of library_at(size_t index) {
    struct entry_of e = none;
    return zi_library_at(index, &e.name, &e.about) ? e : none;
}

static struct entry_of termination_at(size_t index) {
    for (size_t i = 0; zi_terminations[i]; i++)
        if (i == index)
            return (struct entry_of){zi_terminations[i], "", NULL};
    return none;
}

static struct entry_of entry_at(zet_catalogue catalogue, const char *of, size_t i) {
    switch (catalogue) {
    case ZET_CATALOGUE_GAMES:
        return i < zi_game_count ? (struct entry_of){zi_games[i]->name, zi_games[i]->about, NULL}
                                 : none;
    case ZET_CATALOGUE_VARIANTS: return variant_at(game_named(of), i);
    case ZET_CATALOGUE_RULE_OPTIONS: return rule_option_at(game_named(of), i);
    case ZET_CATALOGUE_RECORD_KEYS:
        return i < KEYS ? (struct entry_of){zi_keys[i], zi_key_rows[i].about, NULL} : none;
    case ZET_CATALOGUE_FINDING_CODES:
        return i < FINDING_CODES
                   ? (struct entry_of){zi_findings[i].code, zi_findings[i].sentence, NULL}
                   : none;
    case ZET_CATALOGUE_REASONS:
        return i < REASONS ? (struct entry_of){zi_reasons[i].code, zi_reasons[i].sentence, NULL}
                           : none;
    case ZET_CATALOGUE_FORMATS:
        return i < FORMATS ? (struct entry_of){zi_formats[i]->name, zi_formats[i]->about, NULL}
                           : none;
    case ZET_CATALOGUE_DIAGRAM_FORMATS:
        return i < DRAWING_FORMATS
                   ? (struct entry_of){zi_drawing_formats[i]->name, zi_drawing_formats[i]->about,
                                       zi_drawing_formats[i]->unit}
                   : none;
    case ZET_CATALOGUE_DIAGRAM_OPTIONS:
    case ZET_CATALOGUE_TASK_OPTIONS:
    case ZET_CATALOGUE_SETTINGS: return option_at(catalogue, of, i);
    case ZET_CATALOGUE_THEMES: return i < THEMES ? (struct entry_of){zi_themes[i], "", NULL} : none;
    case ZET_CATALOGUE_TASKS:
        return i < zi_task_kind_count
                   ? (struct entry_of){zi_task_kinds[i]->name, zi_task_kinds[i]->about, NULL}
                   : none;
    case ZET_CATALOGUE_TERMINATIONS: return termination_at(i);
    case ZET_CATALOGUE_LIBRARIES: return library_at(i);
    }
    return none;
}

const char *zet_catalogue_name(zet_catalogue catalogue, const char *of, size_t index) {
    return entry_at(catalogue, of, index).name;
}

const char *zet_catalogue_about(zet_catalogue catalogue, const char *of, size_t index) {
    return entry_at(catalogue, of, index).about;
}

const char *zet_catalogue_argument(zet_catalogue catalogue, const char *of, size_t index) {
    return entry_at(catalogue, of, index).argument;
}

bool zet_explain(const char *code, const char *reason, zet_explanation *out) {
    const struct explanation *e =
        zi_explanation_of(text_of(code), reason ? text_of(reason) : NO_TEXT);
    size_t finding = 0, of = 0;
    if (!e || (reason && !*reason))
        return false;
    while (strcmp(zi_findings[finding].code, e->code) != 0)
        finding++;
    while (e->reason && strcmp(zi_reasons[of].code, e->reason) != 0)
        of++;
    *out = (zet_explanation){.severity_name = zi_severities[zi_findings[finding].severity],
                             .sentence = e->reason ? zi_reasons[of].sentence
                                                   : zi_findings[finding].sentence,
                             .meaning = e->meaning,
                             .remedy = e->remedy,
                             .example = e->example,
                             .from = e->from,
                             .to = e->to};
    return true;
}

void zi_explain_address(const char *code, const char *reason, zet_output *out) {
    zi_explanation_address(&out->text, code, reason);
    zi_output_gathered(out);
}

const char *zi_nearest_of(zet_text word, const char *const *words) {
    return zi_nearest(text_from(word), words);
}

const char *zet_side_name(const char *game, unsigned side) {
    const struct rules *rules = game_named(game);
    return rules && side < 2 ? rules->sides[side] : NULL;
}

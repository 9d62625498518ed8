#include "formats/converter.h"

#include <stdlib.h>

#include "formats/guess.h"
#include "notation/record/yaml.h"

const struct format *const zi_formats[FORMATS] = {
#define FORMAT(name) &zi_format_##name,
#include "formats/formats.def"
#undef FORMAT
};

const struct format *zi_format_recognise(struct text head, bool *failed) {
    size_t i = 0;
    while (i + 1 < FORMATS && !(zi_formats[i]->recognise && zi_formats[i]->recognise(head, failed)))
        i++;
    return zi_formats[i];
}

/* Reports what the moves lose in the target. */
static void see_losses(struct converter *c, const struct move_reader *in, enum token token) {
    static const struct {
        unsigned holds;
        const char *what;
    } losses[] = {
        [TOKEN_COMMENT] = {ZI_FORMAT_CAN_COMMENTS, "a comment"},
        [TOKEN_OPEN] = {ZI_FORMAT_CAN_VARIATIONS, "a variation"},
        [TOKEN_GLYPH] = {ZI_FORMAT_CAN_GLYPHS, "a glyph"},
        [TOKEN_BAD] = {ZI_FORMAT_CAN_FAULTS, "the moves from here on"},
        [TOKEN_MOVE] = {ZI_FORMAT_CAN_FAULTS, "the moves from here on"},
        [TOKEN_CLOSE] = {0, NULL},
    };
    unsigned holds = c->to->holds;
    if (token == TOKEN_END || holds == ZI_FORMAT_CAN_ALL_MOVE_TEXT ||
        (in->depth > (token == TOKEN_OPEN) && !(holds & ZI_FORMAT_CAN_VARIATIONS)))
        return; /* a variation is lost as one */
    unsigned needs = losses[token].holds;
    if (needs == ZI_FORMAT_CAN_FAULTS && (in->played || c->fault_lost))
        needs = 0; /* a fault is one loss */
    c->fault_lost |= needs == ZI_FORMAT_CAN_FAULTS;
    if (needs & ~holds)
        zi_format_lose_token(in, losses[token].what);
    if (token != TOKEN_MOVE || !in->played)
        return;
    const struct move *m = &in->canonical;
    if (!(holds & ZI_FORMAT_CAN_PENALTIES) && move_is_penalty(m))
        zi_format_lose_token(in, "a penalty");
    if (!(holds & ZI_FORMAT_CAN_GLYPHS) && in->text.glyphs.len)
        zi_format_lose_token(in, "a glyph");
}

static void see(void *context, const struct move_reader *in, enum token token) {
    struct converter *c = context;
    zi_csv_check_claims(&c->claims, in, token, c->conversion.position);
    if (!in->playout || c->to->keys & KEY_BIT(KEY_PLAYOUT))
        see_losses(c, in, token);
    if (c->to->see)
        c->to->see(&c->conversion, in, token);
    if (!c->to->writes_canonical)
        return;
    zi_formatter_see(&c->formatter, in, token);
    if (token == TOKEN_END && zi_formatter_changed_comments(&c->formatter, in))
        zi_format_loss(&c->record, in->part, zi_field_offset(&c->record, in->field, 0),
                       "the line ends of comments");
}

/* Used only if moves cannot lose anything, and neither the target nor the claims of a table need
   their effects. */
static void see_move(void *context, const struct move_reader *in, const struct move *canonical,
                     const struct effect *effect) {
    struct converter *c = context;
    zi_formatter_see_move(&c->formatter, in, canonical, effect);
}

/* Reports lost keys. */
static void check_keys(struct converter *c) {
    struct record *r = &c->record;
    const struct format *to = c->to;
    struct pair pairs[MAPPING_KEYS_MAX];
    bool all = to->keys == ALL_KEYS;
    size_t count = all && to->holds_other_keys ? 0 : zi_record_pairs(r, pairs);
    for (size_t i = 0; i < count; i++) {
        enum key key = pairs[i].known;
        bool held = key < KEYS ? to->keys & KEY_BIT(key) : to->holds_other_keys;
        if (held && (all || !pairs[i].again))
            continue;
        size_t at = zi_record_byte(r, pairs[i].key->span.start);
        struct finding *f = zi_report_add(r, FINDING_LOSS, PART_HEADER, at, NULL, NO_TEXT);
        if (f && pairs[i].key->kind == NODE_SCALAR)
            f->detail = pairs[i].key->text;
    }
    struct yaml_comments yaml_comments = {0};
    if (!to->holds_comments)
        yaml_comments = zi_record_comments(r);
    for (size_t i = 0; i < yaml_comments.count; i++)
        zi_format_loss(r, PART_HEADER, yaml_comments.at[i].offset, "a YAML comment");
}

bool zi_converter_open(struct converter *c, const struct format *to,
                       const struct format_options *options) {
    *c = (struct converter){.to = to,
                            .validator = zi_validator_new(),
                            .observer = {.see = see, .context = c},
                            .moves_only = to->writes_canonical && !to->see &&
                                          to->holds == ZI_FORMAT_CAN_ALL_MOVE_TEXT};
    c->options = *options;
    c->options.purse = &c->purse;
    c->conversion = (struct conversion){.record = &c->record,
                                        .verdict = &c->verdict,
                                        .body = &c->body,
                                        .to = to,
                                        .position = malloc(sizeof(struct position_series)),
                                        .state = calloc(1, to->state_size + 1)};
    if (c->conversion.position)
        c->conversion.position->rules = NULL;
    zi_record_open(&c->record);
    c->record.said = options->keys;
    if (c->validator) {
        zi_validator_observe(c->validator, &c->observer);
        zi_validator_default(c->validator, options->defaults);
    }
    return c->validator && c->conversion.position && c->conversion.state;
}

void zi_converter_close(struct converter *c) {
    zi_record_close(&c->record);
    zi_validator_free(c->validator);
    zi_formatter_free(&c->formatter);
    zi_buffer_free(&c->body);
    zi_buffer_free(&c->out);
    free(c->conversion.position);
    free(c->conversion.state);
}

void zi_converter_begin(struct converter *c) {
    c->barren = 0;
    c->purse.left = PURSE_FULL;
}

bool zi_converter_attempt(struct converter *c, const struct format *from,
                          const struct document *document, unsigned attempt) {
    struct conversion *conversion = &c->conversion;
    c->claims = (struct csv_claims){0};
    c->options.claims = &c->claims;
    if (!from->read(&c->record, document, &c->options, attempt))
        return false;
    memset(conversion->state, 0, c->to->state_size);
    conversion->refused = c->fault_lost = conversion->position->begun = false;
    c->body.len = 0;
    zi_formatter_begin(&c->formatter, c->to->one_line ? 0 : CANONICAL_TEXT_WIDTH);
    c->observer.see_move = c->moves_only && !c->claims.first ? see_move : NULL;
    zi_validate(c->validator, &c->record, &c->verdict);
    return true;
}

bool zi_converter_read(struct converter *c, const struct format *from,
                       const struct document *document) {
    unsigned best = 0, number = 0;
    uint32_t plies = 0;
    zi_purse_begin(&c->purse, document->text.len);
    if (!zi_converter_attempt(c, from, document, 0))
        return false;
    bool give_up = c->barren >= BARREN_MAX && !c->verdict.plies;
    while (c->record.findings.has_error && !c->record.out_of_memory && !give_up) {
        if (number == 0 || c->verdict.plies > plies) {
            best = number;
            plies = c->verdict.plies;
        }
        if (!zi_converter_attempt(c, from, document, ++number)) {
            if (best + 1 != number)
                zi_converter_attempt(c, from, document, best);
            break;
        }
    }
    c->barren = c->record.findings.has_error && !c->verdict.plies ? c->barren + 1 : 0;
    return true;
}

void zi_converter_read_nothing(struct converter *c) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zi_record_begin(&c->record, &nothing);
    zi_record_stop(&c->record, FINDING_FORMAT, 0, "there is no record here", NO_TEXT);
    zi_validate(c->validator, &c->record, &c->verdict);
}

/* Adds the defaults used to the record itself. */
static void say_defaults(struct converter *c) {
    struct record *r = &c->record;
    const struct rules *rules = c->verdict.rules;
    const struct defaults *defaults = c->options.defaults ? *c->options.defaults : NULL;
    int variant = defaults && rules ? zi_default_variant(rules, defaults) : -1;
    if (defaults && rules && r->field[KEY_GAME].state == FIELD_ABSENT)
        zi_record_add(r, KEY_GAME, rules->name);
    if (variant >= 0 && r->field[KEY_VARIANT].state == FIELD_ABSENT)
        zi_record_add(r, KEY_VARIANT, rules->variants[variant]);
}

bool zi_converter_write(struct converter *c) {
    struct conversion *conversion = &c->conversion;
    c->out.len = 0;
    if (c->record.broken)
        return false;
    say_defaults(c);
    check_keys(c);
    memcpy(conversion->canonical, c->formatter.text, sizeof conversion->canonical);
    c->to->write(conversion, &c->out);
    return !conversion->refused;
}

bool zi_converter_failed(const struct converter *c) {
    return c->record.out_of_memory || c->out.failed || c->body.failed ||
           zi_formatter_failed(&c->formatter);
}

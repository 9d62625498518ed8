/* The direct functions: a task, or a file of diagrams, by a structure of options. */
#include "notation/base/error.h"
#include "notation/base/value.h"

/* Options as members of a structure. */

struct member {
    const char *option; /* NULL: the end */
    enum { MEMBER_FLAG, MEMBER_TEXT, MEMBER_LIST, MEMBER_WHOLE, MEMBER_DECIMAL } kind;
    size_t offset;
};

/* Sets an option of a task or of diagrams. */
typedef zet_status setter(void *to, const char *option, const char *value, zet_error *error);

static zet_status set_task(void *to, const char *option, const char *value, zet_error *error) {
    return zet_task_set(to, option, value, error);
}

static zet_status set_diagram(void *to, const char *option, const char *value, zet_error *error) {
    return zet_diagram_options_set(to, option, value, error);
}

static zet_status set_number(setter *set, void *to, const char *option, struct value number,
                             zet_error *error) {
    struct buffer b = {0};
    buffer_add(&b, number);
    buffer_char(&b, '\0');
    zet_status status = b.failed ? zi_error_out_of_memory(error) : set(to, option, b.at, error);
    zi_buffer_free(&b);
    return status;
}

static zet_status set_list(setter *set, void *to, const char *option, const char *const *list,
                           zet_error *error) {
    zet_status status = ZET_OK;
    for (; list && *list && status == ZET_OK; list++)
        status = set(to, option, *list, error);
    return status;
}

/* Millionths are precise enough for all options. */
static struct value decimal(double n) {
    const double most = 1e9, millionth = 1e-6; /* every option refuses `most` */
    double size = n < 0 ? -n : n;
    int64_t parts = (int64_t)((size < most ? size : most) / millionth + 0.5);
    return value_decimal(n < 0 ? -parts : parts, 6);
}

static zet_status set_member(setter *set, void *to, const struct member *m, const void *at,
                             zet_error *error) {
    switch (m->kind) {
    case MEMBER_FLAG: return *(const bool *)at ? set(to, m->option, NULL, error) : ZET_OK;
    case MEMBER_TEXT: {
        const char *value = *(const char *const *)at;
        return value ? set(to, m->option, value, error) : ZET_OK;
    }
    case MEMBER_LIST: return set_list(set, to, m->option, *(const char *const *const *)at, error);
    case MEMBER_WHOLE: {
        uint64_t n = *(const uint64_t *)at;
        return n ? set_number(set, to, m->option, value_number(n), error) : ZET_OK;
    }
    case MEMBER_DECIMAL: {
        double n = *(const double *)at;
        return n != 0 ? set_number(set, to, m->option, decimal(n), error) : ZET_OK;
    }
    }
    return ZET_OK;
}

/* Sets the options of the given members. The structure may be NULL. */
static zet_status set_members(setter *set, void *to, const struct member *m, const void *values,
                              zet_error *error) {
    zet_status status = ZET_OK;
    for (; values && m->option && status == ZET_OK; m++)
        status = set_member(set, to, m, (const char *)values + m->offset, error);
    return status;
}

/* Tasks. */

/* A task over one text; `status` is the first failure. */
struct call {
    zet_task *task;
    zet_status status;
    zet_error *error;
};

static struct call call_begin(const char *task, const zet_task_io *io, zet_error *error) {
    struct call c = {.task = zet_task_new(task, io, error), .error = error};
    c.status = c.task ? ZET_OK : ZET_OUT_OF_MEMORY; /* its name is known */
    return c;
}

static void call_set(struct call *c, const struct member *members, const void *values) {
    if (c->status == ZET_OK)
        c->status = set_members(set_task, c->task, members, values, c->error);
}

static void call_attach(struct call *c, const char *what, zet_text text) {
    if (c->status == ZET_OK && text.length)
        c->status = zet_task_attach(c->task, what, what, text, c->error);
}

static zet_status call_end(struct call *c, const char *name, zet_text text, zet_counts *counts) {
    if (c->status == ZET_OK)
        c->status = zet_task_run_text(c->task, name, text, c->error);
    if (c->status == ZET_OK)
        c->status = zet_task_finish(c->task, c->error);
    if (counts)
        *counts = c->task ? *zet_task_counts(c->task) : (zet_counts){0};
    zet_task_free(c->task);
    return c->status;
}

static const struct member source_members[] = {
    {"from", MEMBER_TEXT, offsetof(zet_source_options, from)},
    {"game", MEMBER_TEXT, offsetof(zet_source_options, game)},
    {"variant", MEMBER_TEXT, offsetof(zet_source_options, variant)},
    {"encoding", MEMBER_TEXT, offsetof(zet_source_options, encoding)},
    {"dates", MEMBER_TEXT, offsetof(zet_source_options, dates)},
    {"rule", MEMBER_LIST, offsetof(zet_source_options, rule)},
    {"set", MEMBER_LIST, offsetof(zet_source_options, set)},
    {"map", MEMBER_LIST, offsetof(zet_source_options, map)},
    {"size", MEMBER_WHOLE, offsetof(zet_source_options, size)},
    {0}};

zet_status zet_validate(const char *name, zet_text text, const zet_validate_options *options,
                        const zet_task_io *io, zet_counts *counts, zet_error *error) {
    static const struct member members[] = {
        {"format", MEMBER_TEXT, offsetof(zet_validate_options, format)},
        {"level", MEMBER_TEXT, offsetof(zet_validate_options, level)},
        {"max-findings", MEMBER_WHOLE, offsetof(zet_validate_options, max_findings)},
        {"strict", MEMBER_FLAG, offsetof(zet_validate_options, strict)},
        {"statistics", MEMBER_FLAG, offsetof(zet_validate_options, statistics)},
        {"color", MEMBER_FLAG, offsetof(zet_validate_options, color)},
        {0}};
    struct call c = call_begin("validate", io, error);
    call_set(&c, source_members, options ? &options->source : NULL);
    call_set(&c, members, options);
    return call_end(&c, name, text, counts);
}

zet_status zet_convert(const char *name, zet_text text, const zet_convert_options *options,
                       const zet_task_io *io, zet_counts *counts, zet_error *error) {
    static const struct member members[] = {
        {"to", MEMBER_TEXT, offsetof(zet_convert_options, to)},
        {"format", MEMBER_TEXT, offsetof(zet_convert_options, format)},
        {"no-loss", MEMBER_FLAG, offsetof(zet_convert_options, no_loss)},
        {"color", MEMBER_FLAG, offsetof(zet_convert_options, color)},
        {0}};
    struct call c = call_begin("convert", io, error);
    call_set(&c, source_members, options ? &options->source : NULL);
    call_set(&c, members, options);
    return call_end(&c, name, text, counts);
}

zet_status zet_format(const char *name, zet_text text, const char *output, const zet_task_io *io,
                      zet_counts *counts, zet_error *error) {
    static const struct member members[] = {{"output", MEMBER_TEXT, 0}, {0}};
    struct call c = call_begin("format", io, error);
    call_set(&c, members, &output);
    return call_end(&c, name, text, counts);
}

zet_status zet_fix(const char *name, zet_text text, const zet_fix_options *options,
                   const zet_task_io *io, zet_counts *counts, zet_error *error) {
    static const struct member members[] = {
        {"output", MEMBER_TEXT, offsetof(zet_fix_options, output)},
        {"strict", MEMBER_FLAG, offsetof(zet_fix_options, strict)},
        {"guess", MEMBER_FLAG, offsetof(zet_fix_options, guess)},
        {0}};
    struct call c = call_begin("fix", io, error);
    call_set(&c, members, options);
    if (options) {
        call_attach(&c, "names", options->names);
        call_attach(&c, "with", options->with);
    }
    return call_end(&c, name, text, counts);
}

zet_status zet_score(const char *name, zet_text text, const zet_score_options *options,
                     const zet_task_io *io, zet_counts *counts, zet_error *error) {
    static const struct member members[] = {
        {"format", MEMBER_TEXT, offsetof(zet_score_options, format)},
        {"timeout", MEMBER_DECIMAL, offsetof(zet_score_options, timeout)},
        {"nodes", MEMBER_WHOLE, offsetof(zet_score_options, nodes)},
        {"seed", MEMBER_WHOLE, offsetof(zet_score_options, seed)},
        {"solve", MEMBER_FLAG, offsetof(zet_score_options, solve)},
        {"write", MEMBER_FLAG, offsetof(zet_score_options, write)},
        {"include-invalid", MEMBER_FLAG, offsetof(zet_score_options, include_invalid)},
        {"color", MEMBER_FLAG, offsetof(zet_score_options, color)},
        {0}};
    struct call c = call_begin("score", io, error);
    call_set(&c, members, options);
    return call_end(&c, name, text, counts);
}

/* Diagrams. */

static const struct member draw_members[] = {
    {"format", MEMBER_TEXT, offsetof(zet_draw_options, format)},
    {"theme", MEMBER_TEXT, offsetof(zet_draw_options, theme)},
    {"lang", MEMBER_TEXT, offsetof(zet_draw_options, lang)},
    {"at", MEMBER_TEXT, offsetof(zet_draw_options, at)},
    {"view", MEMBER_TEXT, offsetof(zet_draw_options, view)},
    {"crop", MEMBER_TEXT, offsetof(zet_draw_options, crop)},
    {"caption", MEMBER_TEXT, offsetof(zet_draw_options, caption)},
    {"font", MEMBER_TEXT, offsetof(zet_draw_options, font)},
    {"colors", MEMBER_TEXT, offsetof(zet_draw_options, colors)},
    {"mark", MEMBER_TEXT, offsetof(zet_draw_options, mark)},
    {"cross", MEMBER_TEXT, offsetof(zet_draw_options, cross)},
    {"square", MEMBER_TEXT, offsetof(zet_draw_options, square)},
    {"triangle", MEMBER_TEXT, offsetof(zet_draw_options, triangle)},
    {"fill", MEMBER_TEXT, offsetof(zet_draw_options, fill)},
    {"arrow", MEMBER_TEXT, offsetof(zet_draw_options, arrow)},
    {"label", MEMBER_TEXT, offsetof(zet_draw_options, label)},
    {"assets", MEMBER_TEXT, offsetof(zet_draw_options, assets)},
    {"fragment", MEMBER_TEXT, offsetof(zet_draw_options, fragment)},
    {"moves", MEMBER_LIST, offsetof(zet_draw_options, moves)},
    {"width", MEMBER_DECIMAL, offsetof(zet_draw_options, width)},
    {"cell", MEMBER_DECIMAL, offsetof(zet_draw_options, cell)},
    {"split", MEMBER_WHOLE, offsetof(zet_draw_options, split)},
    {"number-from", MEMBER_WHOLE, offsetof(zet_draw_options, number_from)},
    {"figure", MEMBER_WHOLE, offsetof(zet_draw_options, figure)},
    {"per-page", MEMBER_WHOLE, offsetof(zet_draw_options, per_page)},
    {"before", MEMBER_FLAG, offsetof(zet_draw_options, before)},
    {"no-coordinates", MEMBER_FLAG, offsetof(zet_draw_options, no_coordinates)},
    {"no-names", MEMBER_FLAG, offsetof(zet_draw_options, no_names)},
    {"no-turn", MEMBER_FLAG, offsetof(zet_draw_options, no_turn)},
    {"flip", MEMBER_FLAG, offsetof(zet_draw_options, flip)},
    {"compact", MEMBER_FLAG, offsetof(zet_draw_options, compact)},
    {"transparent", MEMBER_FLAG, offsetof(zet_draw_options, transparent)},
    {0}};

/* A file of diagrams; `status` is the first failure. */
struct drawing_call {
    zet_diagram_options *options;
    zet_diagram_file *file;
    zet_status status;
    zet_error why;
};

/* `record`: as for zet_diagram_options_check. */
static void draw_begin(struct drawing_call *c, const zet_draw_options *values, bool record,
                       const zet_canvas *canvas, zet_output *out) {
    *c = (struct drawing_call){0};
    c->options = zet_diagram_options_new(&c->why);
    c->status = c->options ? set_members(set_diagram, c->options, draw_members, values, &c->why)
                           : ZET_OUT_OF_MEMORY;
    if (c->status == ZET_OK)
        c->status = zet_diagram_options_check(c->options, record, &c->why);
    if (c->status == ZET_OK && !(c->file = zet_diagram_file_new(c->options, canvas, out, &c->why)))
        c->status = ZET_OUT_OF_MEMORY;
}

static zet_status draw_end(struct drawing_call *c, zet_error *error) {
    if (c->status == ZET_OK)
        c->status = zet_diagram_file_end(c->file, &c->why);
    zet_diagram_file_free(c->file);
    zet_diagram_options_free(c->options);
    if (c->status != ZET_OK && error)
        *error = c->why;
    return c->status;
}

static zet_status draw_all(struct drawing_call *c, const zet_record *record) {
    const zet_diagram *diagram;
    zet_diagrams *all = zet_diagrams_new(record, c->options, &c->why);
    zet_status status = all ? ZET_OK : c->why.status;
    for (size_t drawn = 0; status == ZET_OK; drawn++) {
        status = zet_diagrams_next(all, drawn, &diagram, &c->why);
        if (status == ZET_OK)
            status = zet_diagram_file_add(c->file, diagram, &c->why);
    }
    zet_diagrams_free(all);
    return status == ZET_END ? ZET_OK : status;
}

zet_status zet_draw_record(const zet_record *record, const zet_draw_options *options,
                           const zet_canvas *canvas, zet_output *out, zet_error *error) {
    struct drawing_call c;
    draw_begin(&c, options, true, canvas, out);
    if (c.status == ZET_OK)
        c.status = draw_all(&c, record);
    return draw_end(&c, error);
}

zet_status zet_draw_position(const zet_position *position, const zet_draw_options *options,
                             const zet_canvas *canvas, zet_output *out, zet_error *error) {
    struct drawing_call c;
    draw_begin(&c, options, false, canvas, out);
    if (c.status == ZET_OK) {
        zet_diagram *diagram = zet_diagram_new(position, c.options, &c.why);
        c.status = diagram ? zet_diagram_file_add(c.file, diagram, &c.why) : c.why.status;
        zet_diagram_free(diagram);
    }
    return draw_end(&c, error);
}

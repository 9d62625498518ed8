/* Whatever is said as options, lines `OPTION=VALUE`: it is refused with a message, or the work is
   done and what comes out is UTF-8. The first byte says of what: of diagrams or of a task. */
#include "diagrams/diagram_file.h"
#include "tests/fuzz/program.h"

static const char hogga[] =
    "game: hogga\nblack: Ada\nwhite: Bo\ndate: 2009-06-30\nmoves: |\n  b10-b9 o7-o8 b9-b8\n"
    "---\ngame: akron\nblack: Bo\nwhite: Ada\nmoves: |\n  a1 b2 c3 d4\n"
    "---\ngame: husbao\na: Ada\nb: Bo\nresult: a\ntermination: resignation\nmoves: a2\n";

/* Endless without a clock, more threads than there should be, pictures of the size of a wall. */
static bool left_out(const char *option, const char *value) {
    return !strcmp(option, "jobs") || !strcmp(option, "nodes") ||
           (!strcmp(option, "width") && strlen(value) > 3);
}

typedef zet_status set_function(void *of, const char *option, const char *value, zet_error *error);

static zet_status set_task(void *of, const char *option, const char *value, zet_error *error) {
    return zet_task_set(of, option, value, error);
}

static zet_status set_diagram(void *of, const char *option, const char *value, zet_error *error) {
    return zet_diagram_options_set(of, option, value, error);
}

static void set_all(void *of, set_function *set, char *text) {
    zet_error error;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *value = strchr(line, '=');
        if (value)
            *value++ = '\0';
        if (value && left_out(line, value))
            continue;
        zet_status status = set(of, line, value, &error);
        if (status)
            require_message(status, &error);
    }
}

/* One file of what the options ask for; nothing where they cannot be met. */
static void draw(const zet_diagram_options *options, const zet_record *record) {
    zet_error error;
    zet_output *out = zet_output_new(NULL, NULL);
    zet_diagrams *all = zet_diagrams_new(record, options, &error);
    zet_diagram_file *file = all ? zi_diagram_file_new(options, out, &error) : NULL;
    const zet_diagram *diagram;
    zet_status status = file ? ZET_OK : error.status;
    for (size_t i = 0; i < 4 && !status; i++) {
        status = zet_diagrams_next(all, i, &diagram, &error);
        status = status ? status : zi_diagram_file_add(file, diagram, &error);
    }
    if (file && (!status || status == ZET_END))
        status = zi_diagram_file_end(file, &error);
    if (status)
        require_message(status, &error);
    require_utf8(zet_output_text(out));
    zi_diagram_file_free(file);
    zet_diagrams_free(all);
    zet_output_free(out);
}

static void draw_records(char *text) {
    zet_error error;
    zet_diagram_options *options = zet_diagram_options_new(NULL);
    zet_reader *reader = zet_reader_new(NULL);
    const zet_record *record;
    require(options && reader);
    set_all(options, set_diagram, text);
    const char *format = zi_diagram_options_format(options);
    zet_status status = zet_diagram_options_check(options, true, &error);
    if (status)
        require_message(status, &error);
    zet_reader_set(reader, "moves", "true", NULL);
    require(zet_reader_open_text(reader, "-", zet_text_of(hogga), NULL) == ZET_OK);
    while (!status && format && zet_reader_next(reader, &record, NULL) == ZET_OK)
        draw(options, record);
    zet_reader_free(reader);
    zet_diagram_options_free(options);
}

static void run_task(const char *name, char *text) {
    struct work w;
    zet_error error;
    work_begin(&w, name, NULL);
    if (!strcmp(name, "score"))
        require(zet_task_set(w.task, "nodes", "100", NULL) == ZET_OK);
    set_all(w.task, set_task, text);
    zet_status status = zet_task_check(w.task, &error);
    if (status)
        require_message(status, &error);
    else if (work_run(&w, zet_text_of(hogga)))
        require_utf8(work_out(&w));
    work_end(&w);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (!size)
        return 0;
    size_t tasks = 0;
    while (zet_catalogue_name(ZET_CATALOGUE_TASKS, NULL, tasks))
        tasks++;
    size_t which = data[0] % (tasks + 1);
    char *text = terminated(data + 1, size - 1);
    if (which < tasks)
        run_task(zet_catalogue_name(ZET_CATALOGUE_TASKS, NULL, which), text);
    else
        draw_records(text);
    free(text);
    return 0;
}

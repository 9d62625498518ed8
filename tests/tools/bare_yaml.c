/* bare_yaml FILE: runs only the event loop of libyaml over a file, as the baseline for measuring
   validation. */
#include <stdbool.h>
#include <stdio.h>
#include <yaml.h>

int main(int argc, char **argv) {
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    yaml_parser_t parser;
    yaml_event_t event;
    unsigned long documents = 0;
    bool more = true;
    if (!in || !yaml_parser_initialize(&parser))
        return 2;
    yaml_parser_set_input_file(&parser, in);
    while (more) {
        if (!yaml_parser_parse(&parser, &event))
            return 1;
        documents += event.type == YAML_DOCUMENT_START_EVENT;
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    fclose(in);
    printf("%lu documents\n", documents);
    return 0;
}

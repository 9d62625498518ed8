/* The files that are part of every page. PAGE_HASH: the file with the script's hash. */
    .section .rodata

#define ASSET(name, file) \
    .global zet_page_##name; \
    .global zet_page_##name##_end; \
zet_page_##name: \
    .incbin file; \
zet_page_##name##_end: \
    .byte 0

ASSET(script, "validators/diagrams/page.js")
ASSET(hash, PAGE_HASH)
ASSET(style, "validators/diagrams/page.css")

    .section .note.GNU-stack, "", %progbits

# RULING("H6", "ruling", "text") for each rule in docs/spec/RULES.md, which `zet explain` shows.
function close_rule() {
    if (id != "") {
        gsub(/\\/, "\\\\", text)
        gsub(/"/, "\\\"", text)
        printf "RULING(\"%s\", \"%s\", \"%s\")\n", id, kind, text
    }
    id = ""
}
/^- \*\*[A-Z][0-9]+\*\* \(/ {
    close_rule()
    id = $2
    gsub(/\*/, "", id)
    kind = $0
    sub(/^[^(]*\(/, "", kind)
    text = kind
    sub(/\).*/, "", kind)
    sub(/^[^)]*\) */, "", text)
    next
}
id != "" && /^  [^ ]/ { sub(/^  /, " "); text = text $0; next }
{ close_rule() }
END { close_rule() }

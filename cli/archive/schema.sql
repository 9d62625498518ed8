-- Tables for ClickHouse (18.16 and later); INDEX.md says what other engines need. Text is UTF-8.
CREATE TABLE game (
    id Int64,                                     -- of the index; in others the same number is another game
    path String, number Int64, line Int64,        -- where the record is
    valid UInt8,
    rules String,                                 -- zet_rules_text: `halma 8x8`
    result UInt8,                                 -- 0 open, 1 and 2 won by the first or the second side, 3 drawn
    by_rules UInt8, ending String, plies Int64,
    points Nullable(Int64),
    name0 String, id0 String, name1 String, id1 String, rating0 String, rating1 String,
    event String, site String, round String, board String,
    date String,                                  -- as in the record: 1962-05-??
    year Int32,                                   -- 0: not known
    termination String, first String,
    moves String, content String                  -- hashes of the line of moves and of the bytes, in hexadecimal
) ENGINE = MergeTree() ORDER BY (rules, date, id);

-- place: 0 and 1 are the sides, from 2 on those who play neither. folded: as zet_fold_name.
CREATE TABLE player (game Int64, place Int32, name String, id String, folded String)
ENGINE = MergeTree() ORDER BY (folded, game);

-- The positions of valid games: each once for a game, after so many moves, with the next move there; empty: the game ended.
-- position is the `key` of zet explore --format json.
CREATE TABLE position (position String, game Int64, moved Int32, result UInt8, move String)
ENGINE = MergeTree() ORDER BY (position, game);

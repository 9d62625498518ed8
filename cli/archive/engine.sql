-- Questions. The same text runs in ClickHouse, SQLite, DuckDB, PostgreSQL and Spark; put your values into the quotes.

-- Games by header.
SELECT path, number, name0, name1, event, date FROM game
WHERE valid = 1 AND (name0 = 'Jansen, Anna' OR name1 = 'Jansen, Anna') AND date >= '2001' AND date < '2006'
ORDER BY path, number;

-- Statistics by year.
SELECT year, rules, result, ending, count(*) AS games, sum(plies) AS plies FROM game WHERE valid = 1
GROUP BY year, rules, result, ending ORDER BY year, rules, result, ending;

-- Names.
SELECT name, id, count(*) AS games FROM player GROUP BY name, id ORDER BY name, id;

-- Duplicates: the same moves by the same rules from the same start.
SELECT moves, count(*) AS games FROM game WHERE valid = 1 AND plies > 0 GROUP BY moves HAVING count(*) > 1
ORDER BY moves;

-- Explorer: what was played from a position, and how it ended.
SELECT move, count(*) AS games, sum(CASE WHEN result = 1 THEN 1 ELSE 0 END) AS first_won,
    sum(CASE WHEN result = 2 THEN 1 ELSE 0 END) AS second_won, sum(CASE WHEN result = 3 THEN 1 ELSE 0 END) AS drawn
FROM position WHERE position = '1ba5fdf7929f4c59' GROUP BY move ORDER BY games DESC, move;

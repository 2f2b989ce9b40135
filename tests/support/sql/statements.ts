/* Statements of SQL, and whether each only reads. `posts` and `notes` are collections that a backend may have. */

/** As a template literal of lines; those that need line breaks or odd characters are listed apart. */
const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const READING: readonly string[] = [
  ...lines(`
    SELECT 1
    select * from posts
    SELECT * FROM posts;
    ;;SELECT 1;;
    SELECT id, title FROM posts WHERE title = 'x; DELETE FROM posts' ORDER BY id LIMIT 3
    SELECT ';' AS ";", "; DROP TABLE posts"
    SELECT 'it''s; DELETE FROM posts; --'
    SELECT [a;b] FROM (SELECT 1 AS [a;b])
    SELECT \`a;b\` FROM (SELECT 1 AS \`a;b\`)
    SELECT "a""b;" FROM (SELECT 1 AS "a""b;")
    SELECT 1 AS "DELETE FROM posts"
    SELECT 'PRAGMA user_version = 9'
    SELECT 1 -- ; DELETE FROM posts
    SELECT 1 /* ; DELETE FROM posts; */ + 1
    /* DELETE */ SELECT 1
    -- DELETE FROM posts
    SELECT 1 /* never closed; DELETE FROM posts
    SELECT /**/ 1 /* /* */ + 2
    SELECT/**/1/**/;/**/
    VALUES (1), (2)
    VALUES ('DELETE FROM posts')
    WITH a AS (SELECT 1 AS x) SELECT * FROM a
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT sum(i) FROM n
    WITH a AS MATERIALIZED (SELECT * FROM posts) SELECT count(*) FROM a
    WITH "delete" AS (SELECT 1) SELECT * FROM "delete"
    SELECT * FROM posts UNION SELECT * FROM posts EXCEPT SELECT * FROM posts
    SELECT count(*), max(title), group_concat(title, ';') FROM posts GROUP BY title HAVING count(*) > 0
    SELECT p.title, n.id FROM posts p LEFT JOIN notes n ON n.id = p.id
    SELECT * FROM posts, notes USING (id)
    SELECT row_number() OVER (PARTITION BY title ORDER BY id) FROM posts
    SELECT sum(1) FILTER (WHERE title > '') FROM posts
    SELECT (SELECT count(*) FROM notes) FROM posts
    SELECT * FROM posts WHERE id IN (SELECT id FROM notes)
    SELECT * FROM posts WHERE EXISTS (SELECT 1 FROM notes)
    SELECT * FROM posts WHERE title LIKE '%a%' ESCAPE '!' OR title GLOB '*b*'
    SELECT CASE WHEN title = '' THEN 'DELETE' ELSE replace(title, 'a', 'b') END FROM posts
    SELECT CAST(title AS INTEGER), typeof(title), hex(title), quote(title) FROM posts
    SELECT * FROM posts INDEXED BY idx_posts_title WHERE title = 'a'
    SELECT * FROM posts NOT INDEXED
    SELECT key, value FROM json_each('[1,2]')
    SELECT * FROM posts, json_tree('{"a":1}')
    SELECT json_set('{}', '$.a', 1), json_insert('{}', '$.b', 2), json_remove('{}', '$.a'), json_replace('{}', '$.a', 1)
    SELECT '{}' -> 'a', '{}' ->> 'a'
    SELECT date('now'), strftime('%Y', 'now'), CURRENT_TIMESTAMP
    SELECT randomblob(4), random(), zeroblob(8)
    SELECT x'00ff', 0x10, 1e3, .5, -1, +1, ~1, NOT 1
    SELECT 1 WHERE 1 IS NOT DISTINCT FROM 1
    SELECT last_insert_rowid(), changes(), total_changes()
    SELECT * FROM sqlite_schema
    SELECT * FROM sqlite_master WHERE sql LIKE 'CREATE%'
    SELECT name, sum(pgsize) FROM dbstat GROUP BY name
    SELECT * FROM pragma_table_info('posts')
    SELECT * FROM pragma_table_xinfo('posts', 'main')
    SELECT m.name, i.name FROM sqlite_schema m, pragma_index_info(m.name) i
    SELECT * FROM pragma_user_version
    SELECT * FROM main.pragma_page_count
    SELECT * FROM PRAGMA_TABLE_LIST
    SELECT * FROM "pragma_database_list"
    SELECT * FROM posts WHERE title IN pragma_collation_list
    SELECT * FROM posts WHERE rowid = 1 OR _rowid_ = 1 OR oid = 1
    SELECT DISTINCT title COLLATE NOCASE FROM posts ORDER BY 1 DESC NULLS LAST
    SELECT title "insert" FROM posts AS "update"
    SELECT p.* FROM main.posts AS p
    EXPLAIN SELECT * FROM posts
    EXPLAIN QUERY PLAN SELECT * FROM posts WHERE title = 'a'
    EXPLAIN DELETE FROM posts
    EXPLAIN QUERY PLAN DELETE FROM posts
    EXPLAIN QUERY PLAN UPDATE posts SET title = ''
    EXPLAIN INSERT INTO posts DEFAULT VALUES
    EXPLAIN QUERY PLAN INSERT INTO posts SELECT * FROM posts
    EXPLAIN WITH a AS (SELECT 1) DELETE FROM posts WHERE title IN a
    explain  query /* */ plan  select 1
    EXPLAIN PRAGMA table_info(posts)
    PRAGMA table_info(posts)
    PRAGMA table_info('posts')
    PRAGMA table_info("posts")
    PRAGMA main.table_info(posts)
    pragma TABLE_XINFO(posts)
    PRAGMA index_list(posts)
    PRAGMA index_info(idx_posts_title)
    PRAGMA index_xinfo(idx_posts_title)
    PRAGMA foreign_key_list(posts)
    PRAGMA foreign_key_check
    PRAGMA foreign_key_check(posts)
    PRAGMA integrity_check
    PRAGMA integrity_check(10)
    PRAGMA quick_check
    PRAGMA quick_check(posts)
    PRAGMA table_list
    PRAGMA page_count
    PRAGMA freelist_count
    PRAGMA page_size
    PRAGMA database_list
    PRAGMA compile_options
    PRAGMA collation_list
    PRAGMA function_list
    PRAGMA module_list
    PRAGMA pragma_list
    PRAGMA user_version
    PRAGMA main.schema_version
    PRAGMA application_id
    PRAGMA journal_mode
    PRAGMA encoding
    PRAGMA auto_vacuum
    PRAGMA foreign_keys
    PRAGMA data_version
    PRAGMA /* x */ user_version
    SELECT #1
    SELECT ?1, :a, @b, $c
    SELECT no_such_column FROM posts
    SELECT * FROM no_such_table
    SELECT title AS a, title AS a, title AS a FROM posts
    SELECT 'Ünïcödé 日本 🙂' AS "größe"
  `),
  'SELECT 1\r\n-- a\r\n+ 1',
  'SELECT 1 -- a\rDELETE FROM posts',
  "SELECT\t'a\nb;\nDELETE FROM posts'\n",
  '\n\n  SELECT\n1',
  // The parser takes it for a space, SQLite for a name: it is not sent.
  'SELECT 1 \u00ef\u00bb\u00bf AS a',
  'SELECT 1;\nSELECT 2;\n-- end',
  'SELECT 1 AS a;SELECT ";" ; VALUES(3)',
  `SELECT '${'x'.repeat(3000)}'`,
];

export const WRITING: readonly string[] = [
  ...lines(`
    DELETE FROM posts
    delete from posts where 1
    /* SELECT */ DELETE FROM posts
    -- x
    DELETE FROM posts RETURNING *
    WITH a AS (SELECT 1) DELETE FROM posts
    WITH a AS (SELECT 1) DELETE FROM posts RETURNING id
    WITH a AS (SELECT 1) UPDATE posts SET title = ''
    WITH a AS (SELECT 1) INSERT INTO posts SELECT * FROM posts
    WITH a AS (SELECT 1), b AS (SELECT 2) REPLACE INTO posts SELECT * FROM posts
    WITH RECURSIVE a(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM a WHERE i<3) DELETE FROM posts
    WITH a AS (DELETE FROM posts RETURNING *) SELECT * FROM a
    SELECT * FROM (DELETE FROM posts RETURNING *)
    SELECT (DELETE FROM posts RETURNING id)
    SELECT 1; DELETE FROM posts
    SELECT 1;DELETE FROM posts;SELECT 1
    SELECT 1 /* ; */ ; UPDATE posts SET title = ''
    SELECT ';'; UPDATE posts SET title = ''
    SELECT 'it''s'; DELETE FROM posts
    SELECT "a;""b"; DELETE FROM posts
    SELECT [a]; DELETE FROM posts
    EXPLAIN SELECT 1; DELETE FROM posts
    VALUES (1); DELETE FROM posts
    INSERT INTO posts DEFAULT VALUES
    INSERT OR REPLACE INTO posts(id) VALUES ('a')
    INSERT INTO posts(id) VALUES ('a') ON CONFLICT DO UPDATE SET title = 'b'
    REPLACE INTO posts(id) VALUES ('a')
    UPDATE posts SET title = 'a'
    UPDATE OR IGNORE posts SET title = 'a' FROM notes WHERE notes.id = posts.id
    CREATE TABLE t(a)
    CREATE TEMP TABLE t(a)
    CREATE TABLE t AS SELECT 1
    CREATE INDEX i ON posts(title)
    CREATE UNIQUE INDEX IF NOT EXISTS i ON posts(title)
    CREATE VIEW v AS SELECT 1
    CREATE TEMP VIEW v AS SELECT 1
    CREATE VIRTUAL TABLE f USING fts5(a)
    CREATE TRIGGER t AFTER INSERT ON posts BEGIN DELETE FROM posts; END
    CREATE TEMP TRIGGER t AFTER INSERT ON posts BEGIN SELECT 1; END
    DROP TABLE posts
    DROP INDEX idx_posts_title
    DROP VIEW v
    DROP TRIGGER t
    ALTER TABLE posts ADD COLUMN x
    ALTER TABLE posts RENAME TO other
    ALTER TABLE posts DROP COLUMN title
    ALTER TABLE posts RENAME COLUMN title TO other
    ATTACH 'pb_data/other.db' AS other
    ATTACH DATABASE '/tmp/atoll-attached.db' AS other
    DETACH other
    VACUUM
    VACUUM main
    VACUUM INTO '/tmp/atoll-vacuumed.db'
    REINDEX
    REINDEX posts
    ANALYZE
    ANALYZE posts
    BEGIN
    BEGIN IMMEDIATE
    COMMIT
    END TRANSACTION
    ROLLBACK
    SAVEPOINT a
    RELEASE a
    PRAGMA user_version = 7
    PRAGMA user_version(7)
    PRAGMA user_version=-7
    PRAGMA main.user_version = 7
    PRAGMA application_id = 7
    PRAGMA schema_version = 99
    PRAGMA writable_schema = ON
    PRAGMA writable_schema
    PRAGMA journal_mode = DELETE
    PRAGMA journal_mode(MEMORY)
    PRAGMA main.journal_mode = OFF
    PRAGMA wal_checkpoint
    PRAGMA wal_checkpoint(TRUNCATE)
    PRAGMA wal_autocheckpoint = 0
    PRAGMA optimize
    PRAGMA optimize(0x10002)
    PRAGMA incremental_vacuum
    PRAGMA incremental_vacuum(9)
    PRAGMA auto_vacuum = 1
    PRAGMA foreign_keys = OFF
    PRAGMA query_only = 1
    PRAGMA synchronous = OFF
    PRAGMA cache_size = 1
    PRAGMA temp_store_directory = '/tmp'
    PRAGMA encoding = 'UTF-16'
    PRAGMA locking_mode = EXCLUSIVE
    PRAGMA secure_delete = 1
    PRAGMA page_size = 512
    PRAGMA max_page_count = 1
    PRAGMA busy_timeout = 0
    PRAGMA case_sensitive_like = 1
    PRAGMA ignore_check_constraints = 1
    PRAGMA shrink_memory
    PRAGMA rekey = 'a'
    PRAGMA key('a')
    PRAGMA unheard_of
    PRAGMA table_info = posts
    EXPLAIN PRAGMA user_version = 7
    EXPLAIN PRAGMA cache_size = 5
    EXPLAIN PRAGMA journal_mode = DELETE
    EXPLAIN QUERY PLAN PRAGMA user_version = 7
    EXPLAIN ATTACH ':memory:' AS m
    EXPLAIN CREATE TABLE t(a)
    EXPLAIN DROP TABLE posts
    EXPLAIN VACUUM
    EXPLAIN EXPLAIN SELECT 1
    SELECT load_extension('x')
    SELECT LOAD_EXTENSION('x', 'y')
    SELECT "load_extension"('x')
    SELECT 1 WHERE load_extension('x')
    SELECT 1 ORDER BY load_extension('x')
    SELECT 1 LIMIT load_extension('x')
    SELECT count(*) FILTER (WHERE load_extension('x')) FROM posts
    SELECT sum(1) OVER (ORDER BY load_extension('x')) FROM posts
    SELECT sum(1) OVER w FROM posts WINDOW w AS (PARTITION BY load_extension('x'))
    SELECT group_concat(title ORDER BY load_extension('x')) FROM posts
    SELECT * FROM posts JOIN notes ON load_extension('x')
    SELECT * FROM json_each(load_extension('x'))
    SELECT CASE load_extension('x') WHEN 1 THEN 2 END
    SELECT 1 IN (load_extension('x'))
    SELECT 1 IN json_each(load_extension('x'))
    SELECT 'a' LIKE 'b' ESCAPE load_extension('x')
    SELECT 1 BETWEEN 0 AND load_extension('x')
    WITH a AS (SELECT load_extension('x')) SELECT 1
    VALUES (load_extension('x'))
    EXPLAIN SELECT load_extension('x')
    SELECT writefile('/tmp/a', 'b')
    SELECT edit('a')
    SELECT own_function_of_a_hook(1)
    SELECT fts5(1)
    SELECT * FROM pragma_wal_checkpoint
    SELECT * FROM pragma_wal_checkpoint('TRUNCATE')
    SELECT * FROM pragma_optimize
    SELECT * FROM "pragma_optimize"
    SELECT * FROM [PRAGMA_INCREMENTAL_VACUUM](1)
    SELECT * FROM main.pragma_writable_schema
    SELECT 1 IN pragma_optimize
    SELECT * FROM posts, pragma_journal_size_limit
    SELECT * FROM own_table_function(1)
    SELECT \`{{--}}
    SELECT 1 AS "{{a}}"
    SELECT '{:a}'
    SELECT [[id]] FROM {{posts}}
    SELECT '[[x]]'
    SELEC 1
    SELECT
    SELECT FROM
    SELECT 'open; DELETE FROM posts
    SELECT "open; DELETE FROM posts
    SELECT [open; DELETE FROM posts
    SELECT 1 SELECT 2
    SELECT 1 DELETE FROM posts
    SELECT * FROM posts WHERE; DELETE FROM posts
    nonsense; SELECT 1
    .read file
    ) DELETE FROM posts
    SELECT 1)
    SELECT \\
    SELECT 1_000; DELETE FROM posts
  `).filter((line) => line !== '-- x'),
  '-- SELECT\nDELETE FROM posts',
  'SELECT 1 --\n; DELETE FROM posts',
  'SELECT 1 -- a\r\n; DELETE FROM posts',
  'SELECT 1 /* a */; /* b */ DELETE /* c */ FROM posts',
  'SELECT 1 /* */ */; DELETE FROM posts',
  'SELECT 1 AS `{{--}}\n; DELETE FROM posts; --`',
  "SELECT '{{--}}\n; DELETE FROM posts; --'",
  'SELECT 1 AS "[[ -- ]]\n; DELETE FROM posts; --"',
  'SELECT 1\0; DELETE FROM posts',
  "SELECT '\0'; DELETE FROM posts",
  "SELECT '\0'",
  '\ufeffDELETE FROM posts',
  '\ufeffSELECT 1',
  'SELECT 1\ufeff; DELETE FROM posts',
  '\u00a0DELETE FROM posts',
  '\u2028DELETE FROM posts',
  'SELECT\u00a01',
  'SELECT 1\u00a0; DELETE FROM posts',
  'SELECT 1;\u200bDELETE FROM posts',
  'SELECT 1 \u037e DELETE FROM posts',
  'SELECT 1 \uff1b DELETE FROM posts',
  'SELECT ‘a’; DELETE FROM posts',
  'DELETE\fFROM posts',
  'SELECT 1;\fDELETE FROM posts',
  'SELECT 1\v; DELETE FROM posts',
  'SELECT \u001a1',
  "SELECT '\ud800'",
  'DELETE/**/FROM/**/posts',
  'DELETE\n--\nFROM posts',
  'WITH a AS (SELECT 1)\n-- SELECT\nDELETE FROM posts',
  'CREATE TRIGGER t AFTER INSERT ON posts BEGIN\nSELECT 1; DELETE FROM posts; END; SELECT 1',
  "ATTACH ':memory:' AS a; SELECT 1",
];

const WRITES = [
  'DELETE FROM posts',
  "UPDATE posts SET title = 'changed'",
  "INSERT INTO posts(id, title) VALUES ('fffffffffffffff', 'new')",
  'DROP TABLE posts',
  'PRAGMA user_version = 41',
  'CREATE TABLE made(a)',
];
const READS = ['SELECT 1', "SELECT ';'", 'PRAGMA page_count', 'VALUES (1)', 'SELECT * FROM posts'];

/** What hides a write or makes it look like a text, a name or a comment. */
const AROUND: readonly ((write: string, read: string) => string)[] = [
  (write) => `/* ' */ ${write} /* ' */`,
  (write) => `-- "\n${write}`,
  (write) => `/* /* */ ${write} -- */`,
  (write, read) => `${read};${write}`,
  (write, read) => `${read} ;/**/; ${write}`,
  (write, read) => `${read}\n--'\n;${write}\n--'`,
  (write, read) => `${read} -- ;\r\n;${write}`,
  (write, read) => `${read} /*' */;${write} --'`,
  (write, read) => `${write};${read}`,
  (write) => `SELECT '''' ; ${write} ; SELECT ''''`,
  (write) => `SELECT "''" ; ${write}`,
  (write) => `SELECT [''] ; ${write}`,
  (write) => 'SELECT `"` ; ' + write,
  (write) => `SELECT x'27' ; ${write}`,
  (write) => `SELECT '\\' ; ${write} --'`,
  (write) => `SELECT 1 AS "a\\" ; ${write} --"`,
  (write) => `SELECT $a::b(') ; ${write} --')`,
  (write) => `SELECT :a; ${write}`,
  (write) => `SELECT '{{a}}' ; ${write}`,
  (write) => `EXPLAIN SELECT 1; ${write}`,
];
/** The same where it stays a text, a name or a comment. */
const QUOTED: readonly ((write: string) => string)[] = [
  (write) => `SELECT '${write.replaceAll("'", "''")}'`,
  (write) => `SELECT 1 AS "${write}"`,
  (write) => `SELECT 1 AS [${write}]`,
  (write) => `SELECT 1 /* ; ${write} */`,
  (write) => `SELECT 1 -- ; ${write}`,
  (write) => `SELECT '--', '${write.replaceAll("'", "''")}' /* ' */`,
];

/** Writes in disguise: each has to be found out. */
export const DISGUISED: readonly string[] = WRITES.flatMap((write, at) =>
  AROUND.map((around, number) => around(write, READS[(at + number) % READS.length] ?? '')),
);
/** What looks like a write and is none. */
export const HARMLESS: readonly string[] = WRITES.flatMap((write) => QUOTED.map((quoted) => quoted(write)));

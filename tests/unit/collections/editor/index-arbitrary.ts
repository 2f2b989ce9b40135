import fc from 'fast-check';

/** Columns of the table of the generated statements. Some names contain others on purpose. */
export const COLUMNS = [
  'ab',
  'abc',
  'a',
  'b',
  'order',
  'na me',
  'x"y',
  'tick`s',
  'brack]et',
  'Ünï😀',
  "it's",
] as const;
export const TABLES = ['posts', 'group', 'my posts'] as const;
/** New names for columns. */
export const NEW_NAMES = ['ab2', 'zz', 'select', 'new name', 'q"`]', 'lower', 'true', 'Ж'] as const;

const isBare = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !['order', 'group'].includes(name);

/** A name in one of SQLite's quoting styles. */
const quoted = (name: string) =>
  fc.constantFrom('`', '"', '[', '').map((style) => {
    if (style === '[' && !name.includes(']')) return `[${name}]`;
    if (style === '' && isBare(name)) return name;
    const quote = style === '"' ? '"' : '`';
    return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
  });

const column = fc.constantFrom(...COLUMNS).chain(quoted);
/** In the column list, SQLite accepts a string as a column name. */
const listColumn = fc.oneof(
  { weight: 6, arbitrary: column },
  { weight: 1, arbitrary: fc.constantFrom(...COLUMNS).map((name) => `'${name.replaceAll("'", "''")}'`) },
  { weight: 1, arbitrary: column.map((name) => `(${name})`) },
);

/** Whitespace between tokens, sometimes a comment that contains column names. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(' ', '\n  ', '\t') },
  { weight: 1, arbitrary: fc.constantFrom(' /* ab, abc */ ', ' -- ab, (`order`)\n') },
);

const expression = fc
  .tuple(
    column,
    column,
    gap,
    fc.constantFrom(
      'lower(A)',
      "A || 'ab' || B",
      "json_extract(A,G'$.ab')",
      "CASE WHEN A = 'abc' THEN B ELSE 'a' END",
      'coalesce(A, B, 0)',
      '(A + 1) * length(B)',
      'substr(A, 1, 3)G|| "ab"',
      'CAST(A AS TEXT)',
      "A LIKE 'ab%'",
      '-A',
      'abs(A)',
      'A IN (1, 2, B)',
      'A BETWEEN 1 AND B',
      'A IS NULL',
    ),
  )
  .map(([a, b, space, pattern]) =>
    pattern.replace(/\b[ABG]\b|G/g, (letter) => ({ A: a, B: b, G: space })[letter] ?? letter),
  );

const indexedColumn = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: listColumn }, { weight: 1, arbitrary: expression }),
    fc.constantFrom('', '', 'COLLATE NOCASE', 'collate "rtrim"', 'Collate `binary`'),
    fc.constantFrom('', '', 'ASC', 'desc'),
    gap,
  )
  .map(([what, collate, sort, space]) => [what, collate, sort].filter(Boolean).join(space));

const condition = (table: string) =>
  fc
    .tuple(expression, column, quoted(table), fc.constantFrom(0, 1, 2))
    .map(([expr, name, qualifier, kind]) => {
      if (kind === 0) return `${expr} IS NOT NULL`;
      return kind === 1 ? `${name} <> 'ab' AND ${expr}` : `${qualifier}.${name} > 1 or ${expr} = 'abc'`;
    });

/** A valid CREATE INDEX statement in any style that SQLite accepts, and its table. */
export const indexStatement = fc.constantFrom(...TABLES).chain((table) =>
  fc
    .record({
      unique: fc.boolean(),
      optional: fc.boolean(),
      schema: fc.constantFrom('', '', 'main', '`main`', '"main"'),
      name: fc.constantFrom('idx_ab', 'ab', 'my index', 'idx"1').chain(quoted),
      tableName: quoted(table),
      columns: fc.array(indexedColumn, { minLength: 1, maxLength: 4 }),
      where: fc.option(condition(table), { nil: undefined }),
      spaces: fc.array(gap, { minLength: 8, maxLength: 8 }),
    })
    .map(({ unique, optional, schema, name, tableName, columns, where, spaces }) => {
      const words = [
        'CREATE',
        ...(unique ? ['unique'] : []),
        'Index',
        ...(optional ? ['IF NOT EXISTS'] : []),
        schema ? `${schema}.${name}` : name,
        'ON',
        tableName,
        `(${columns.join(`${spaces[0]},${spaces[1]}`)}${spaces[2]})`,
        ...(where === undefined ? [] : ['WHERE', where]),
      ];
      return {
        table,
        sql: words.map((word, at) => word + (at < words.length - 1 ? (spaces[at % 8] ?? ' ') : '')).join(''),
      };
    }),
);

import { foldName } from './names.ts';

interface Word {
  readonly kind: 'name' | 'keyword' | 'sign' | 'value';
  /** Names without their quotes, keywords in capitals. */
  readonly text: string;
}

const TOKENS =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+)|('(?:[^']|'')*'?|\d[\w.]*)|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|([\p{L}_][\p{L}\p{N}_$]*)|([\s\S])/gu;

/** Words after which a name can't be an alias, and that are no names themselves. */
const KEYWORDS = new Set(
  (
    'ALL AND AS BETWEEN BY CASE COLLATE CROSS DISTINCT ELSE ESCAPE EXCEPT EXISTS FROM FULL GLOB GROUP HAVING IN INNER ' +
    'INTERSECT IS ISNULL JOIN LEFT LIKE LIMIT MATCH NATURAL NOT NOTNULL NULL OFFSET ON OR ORDER OUTER OVER PARTITION ' +
    'RECURSIVE REGEXP RIGHT SELECT THEN UNION USING VALUES WHEN WHERE WINDOW WITH ASC DESC END'
  ).split(' '),
);
/** After these a name is the alias of the value that they end. */
const ENDS_VALUE = new Set(['END', 'NULL']);

function wordsOf(sql: string): Word[] {
  const words: Word[] = [];
  for (const [, space, value, double, back, square, bare, sign] of sql.matchAll(TOKENS)) {
    if (space !== undefined) continue;
    if (value !== undefined) words.push({ kind: 'value', text: value });
    else if (sign !== undefined) words.push({ kind: 'sign', text: sign });
    else if (bare !== undefined && KEYWORDS.has(bare.toUpperCase())) {
      words.push({ kind: 'keyword', text: bare.toUpperCase() });
    } else {
      const name = bare ?? double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? square ?? '';
      words.push({ kind: 'name', text: name });
    }
  }
  return words;
}

/** What a view's query reads. Names are folded; a hint for a warning, not a parser of SQL. */
export interface QueryNames {
  readonly tables: ReadonlySet<string>;
  /** Tables by the names and aliases under which columns are named. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Columns that are named with their table, aliases resolved. */
  readonly qualified: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns that are named alone. */
  readonly bare: ReadonlySet<string>;
}

/** Tables by their aliases and names, and the positions of the words that name them. */
function tablesOf(words: readonly Word[]): { tables: Map<string, string>; used: Set<number> } {
  const tables = new Map<string, string>();
  const used = new Set<number>();
  const at = (position: number) => words[position];
  for (let position = 0; position < words.length; position += 1) {
    const word = at(position);
    if (word?.kind !== 'keyword' || (word.text !== 'FROM' && word.text !== 'JOIN')) continue;
    let next = position + 1;
    while (at(next)?.kind === 'name') {
      // schema.table
      if (at(next + 1)?.text === '.' && at(next + 2)?.kind === 'name') next += 2;
      const table = foldName(at(next)?.text ?? '');
      used.add(next);
      tables.set(table, table);
      next += at(next + 1)?.text === 'AS' ? 2 : 1;
      const alias = at(next);
      if (alias?.kind === 'name') {
        tables.set(foldName(alias.text), table);
        next += 1;
      }
      if (at(next)?.text !== ',') break;
      next += 1;
    }
  }
  return { tables, used };
}

function isAlias(before: Word | undefined): boolean {
  if (!before) return false;
  if (before.kind === 'keyword') return before.text === 'AS' || ENDS_VALUE.has(before.text);
  return before.kind === 'name' || before.kind === 'value' || before.text === ')';
}

/** Reads the tables and columns that a view's query names. */
export function queryNames(sql: string): QueryNames {
  const words = wordsOf(sql);
  const { tables, used } = tablesOf(words);
  const qualified = new Map<string, Set<string>>();
  const bare = new Set<string>();
  for (const [position, { kind, text }] of words.entries()) {
    if (kind !== 'name' || used.has(position)) continue;
    const [before, after] = [words[position - 1], words[position + 1]];
    if (after?.text === '.' || after?.text === '(') continue;
    if (before?.text === '.') {
      const table = tables.get(foldName(words[position - 2]?.text ?? ''));
      if (table === undefined) continue;
      const columns = qualified.get(table) ?? new Set();
      qualified.set(table, columns.add(foldName(text)));
    } else if (!isAlias(before)) bare.add(foldName(text));
  }
  return { tables: new Set(tables.values()), aliases: tables, qualified, bare };
}

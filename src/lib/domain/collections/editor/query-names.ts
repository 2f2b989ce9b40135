import { foldName } from '#domain/model/fold-name.ts';

interface Token {
  readonly kind: 'name' | 'keyword' | 'sign' | 'value';
  /** Names without their quotes, keywords in capitals. */
  readonly text: string;
}

const TOKEN =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+)|('(?:[^']|'')*'?|\d[\w.]*)|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|([\p{L}_][\p{L}\p{N}_$]*)|([\s\S])/gu;

/** Words that are not names. A name after one of them is not an alias, except after AS and {@link ENDS_VALUE}. */
const KEYWORDS = new Set(
  (
    'ALL AND AS BETWEEN BY CASE COLLATE CROSS DISTINCT ELSE ESCAPE EXCEPT EXISTS FROM FULL GLOB GROUP HAVING IN INNER ' +
    'INTERSECT IS ISNULL JOIN LEFT LIKE LIMIT MATCH NATURAL NOT NOTNULL NULL OFFSET ON OR ORDER OUTER OVER PARTITION ' +
    'RECURSIVE REGEXP RIGHT SELECT THEN UNION USING VALUES WHEN WHERE WINDOW WITH ASC DESC END'
  ).split(' '),
);
/** Keywords that end a value; a name after them is its alias. */
const ENDS_VALUE = new Set(['END', 'NULL']);

function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const [, space, value, double, back, square, bare, sign] of sql.matchAll(TOKEN)) {
    if (space !== undefined) continue;
    if (value !== undefined) tokens.push({ kind: 'value', text: value });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (bare !== undefined && KEYWORDS.has(bare.toUpperCase())) {
      tokens.push({ kind: 'keyword', text: bare.toUpperCase() });
    } else {
      const name = bare ?? double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? square ?? '';
      tokens.push({ kind: 'name', text: name });
    }
  }
  return tokens;
}

/** What a view's query reads, with folded names: precise enough for warnings and completions, but no SQL parser. */
export interface QueryNames {
  readonly tables: ReadonlySet<string>;
  /** Tables by the names and aliases that can precede a column: `posts.` or `p.`. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Columns with a table or alias before them, by table. */
  readonly qualified: ReadonlyMap<string, ReadonlySet<string>>;
  readonly bare: ReadonlySet<string>;
}

/** Tables by their names and aliases, and the positions of the tokens that name them. */
function tablesOf(tokens: readonly Token[]): { tables: Map<string, string>; used: Set<number> } {
  const tables = new Map<string, string>();
  const used = new Set<number>();
  const at = (position: number) => tokens[position];
  const isOpen = (position: number) => at(position)?.text === '(';
  /** The position of the parenthesis that closes this one. */
  const closing = (open: number): number => {
    let depth = 0;
    for (let next = open; next < tokens.length; next += 1) {
      if (isOpen(next)) depth += 1;
      if (at(next)?.text === ')') depth -= 1;
      if (depth === 0) return next;
    }
    return tokens.length;
  };
  for (const [position, token] of tokens.entries()) {
    if (token.kind !== 'keyword' || (token.text !== 'FROM' && token.text !== 'JOIN')) continue;
    let next = position + 1;
    // Tables may be in parentheses; a query in parentheses has a FROM of its own.
    while (isOpen(next) && at(next + 1)?.kind !== 'keyword') next += 1;
    while (at(next)?.kind === 'name' || isOpen(next)) {
      // schema.table
      if (at(next + 1)?.text === '.' && at(next + 2)?.kind === 'name') next += 2;
      const isTable = !isOpen(next) && !isOpen(next + 1);
      const table = foldName(at(next)?.text ?? '');
      if (isTable) {
        used.add(next);
        tables.set(table, table);
      } else next = closing(isOpen(next) ? next : next + 1);
      next += at(next + 1)?.text === 'AS' ? 2 : 1;
      const alias = at(next);
      if (alias?.kind === 'name') {
        if (isTable) tables.set(foldName(alias.text), table);
        next += 1;
      }
      if (at(next)?.text !== ',') break;
      next += 1;
    }
  }
  return { tables, used };
}

function isAlias(before: Token | undefined): boolean {
  if (before?.kind === 'keyword') return before.text === 'AS' || ENDS_VALUE.has(before.text);
  return before?.kind === 'name' || before?.kind === 'value' || before?.text === ')';
}

/** Finds the tables and columns that a view's query names. */
export function queryNames(sql: string): QueryNames {
  const tokens = tokenize(sql);
  const { tables, used } = tablesOf(tokens);
  const qualified = new Map<string, Set<string>>();
  const bare = new Set<string>();
  for (const [position, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || used.has(position)) continue;
    const [before, after] = [tokens[position - 1], tokens[position + 1]];
    if (after?.text === '.' || after?.text === '(') continue;
    if (before?.text === '.') {
      const table = tables.get(foldName(tokens[position - 2]?.text ?? ''));
      if (table === undefined) continue;
      const columns = qualified.get(table) ?? new Set();
      qualified.set(table, columns.add(foldName(text)));
    } else if (!isAlias(before)) bare.add(foldName(text));
  }
  return { tables: new Set(tables.values()), aliases: tables, qualified, bare };
}

import { type AstNode, parseStmt, type Stmt, tokenize } from 'sqlite3-parser';
import { foldName } from '#domain/model/fold-name.ts';

/** A statement of a text, and whether it can change anything. */
export interface Statement {
  /** As it was typed, without what is around it. */
  readonly text: string;
  /** Where it stands in the whole text, in characters. */
  readonly start: number;
  /** What is sent: exactly what was judged. */
  readonly sql: string;
  /** `SELECT`, `DELETE`; empty if it can't be read. */
  readonly verb: string;
  /** Why it may write, as a sentence; undefined for one that only reads. */
  readonly writes: string | undefined;
  /** Undefined if it can't be read. */
  readonly node: Stmt | undefined;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Without an effect but their value. Any other one may have been made by the program's own code. */
const FUNCTIONS = words(
  `abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling changes char coalesce concat concat_ws cos cosh count
  cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob
  group_concat hex highlight if ifnull iif instr json json_array json_array_length json_error_position json_extract
  json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace
  json_set json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert
  jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag last_insert_rowid last_value lead length like
  likelihood likely ln log log10 log2 lower ltrim max median min mod nth_value ntile nullif octet_length percent_rank
  percentile percentile_cont percentile_disc pi pow power printf quote radians random randomblob rank replace round
  row_number rtrim sign sin sinh snippet soundex sqlite_compileoption_get sqlite_compileoption_used sqlite_source_id
  sqlite_version sqrt strftime string_agg substr substring sum tan tanh time timediff total total_changes trim trunc typeof
  unhex unicode unistr unistr_quote unixepoch unlikely upper zeroblob`,
);

/** With what they are about in parentheses, or without. */
const PRAGMAS_ABOUT = words(
  `foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check table_info table_list
  table_xinfo`,
);

/** Without a value, which would set something. */
const PRAGMAS = words(
  `application_id auto_vacuum collation_list compile_options data_version database_list encoding foreign_keys
  freelist_count function_list journal_mode module_list page_count page_size pragma_list schema_version user_version`,
);

/** Tables that are functions. Those of pragmas only exist for pragmas that read, but a newer SQLite may have others. */
const TABLE_FUNCTIONS = words('json_each json_tree jsonb_each jsonb_tree dbstat generate_series');

const isReadPragma = (name: string): boolean => PRAGMAS_ABOUT.has(name) || PRAGMAS.has(name);

/** Calls `visit` for a node and all below it: each object with a type, whatever the parser takes for its children. */
export function walk(node: unknown, visit: (node: AstNode) => void): void {
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return;
  if ('type' in node && typeof node.type === 'string') visit(node as AstNode);
  for (const value of Object.values(node)) walk(value, visit);
}

function problemOfTable(name: string, isCall: boolean): string | undefined {
  const folded = foldName(name);
  if (folded.startsWith('pragma_'))
    return isReadPragma(folded.slice(7)) ? undefined : `${name} is not known to only read.`;
  return isCall && !TABLE_FUNCTIONS.has(folded) ? `${name}() is not known to only read.` : undefined;
}

/** Why what a statement calls may write. */
function problemOfCalls(root: Stmt): string | undefined {
  let problem: string | undefined;
  walk(root, (node) => {
    if (node.type === 'FunctionCallExpr' || node.type === 'FunctionCallStarExpr') {
      if (!FUNCTIONS.has(foldName(node.name.name)))
        problem ??= `The function ${node.name.name}() is not known to only read.`;
    } else if (node.type === 'TableCallSelectTable')
      problem ??= problemOfTable(node.tblName.objName.text, true);
    else if (node.type === 'TableSelectTable') problem ??= problemOfTable(node.tblName.objName.text, false);
    else if (node.type === 'InTableExpr')
      problem ??= problemOfTable(node.rhs.objName.text, node.args !== undefined);
  });
  return problem;
}

/** `DeleteStmt` as `DELETE`, `CreateIndexStmt` as `CREATE INDEX`. */
const verbOf = (node: Stmt): string =>
  node.type
    .replace(/Stmt$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();

function problemOf(node: Stmt): string | undefined {
  if (node.type === 'SelectStmt') return problemOfCalls(node);
  if (node.type === 'PragmaStmt') {
    const name = foldName(node.name.objName.text);
    if (node.body ? node.body.type === 'CallPragmaBody' && PRAGMAS_ABOUT.has(name) : isReadPragma(name))
      return undefined;
    return `PRAGMA ${name} ${node.body ? 'with this value ' : ''}is not known to only read.`;
  }
  if (node.type !== 'ExplainStmt') return `${verbOf(node)} writes.`;
  const { stmt } = node;
  // SQLite runs some pragmas while it explains them.
  if (stmt.type === 'PragmaStmt') return problemOf(stmt);
  if (/^(Select|Insert|Update|Delete)Stmt$/.test(stmt.type)) return problemOfCalls(stmt);
  return `EXPLAIN ${verbOf(stmt)} is not known to only read.`;
}

/** Names in these brackets are replaced before SQLite sees the text, also in texts in quotes: its end may move. */
const REWRITTEN = /\{\{|\[\[|\{:/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSEEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]/;

/** Why a text may mean something else to SQLite than here. */
function problemOfText(sql: string): string | undefined {
  if (REWRITTEN.test(sql)) return 'PocketBase rewrites {{ }}, [[ ]] and {: } before SQLite reads them.';
  if (!sql.isWellFormed()) return 'It has half a character.';
  for (const { text } of tokenize(sql)) {
    if (text === ';') return 'It is more than one statement.';
    // Such as a space of another width, which is part of a name to SQLite.
    if (/[^\0-\x7f]/.test(text) && !/^['"`[]/.test(text))
      return `The character in ${text} is unusual in SQL.`;
  }
  return undefined;
}

/** The same without comments, which could hide something. */
function withoutComments(text: string): string {
  let sql = '';
  let at = 0;
  for (const { text: token, span } of tokenize(text)) {
    const gap = text.slice(at, span.offset);
    sql += /\S/.test(gap) ? ` ${token}` : gap + token;
    at = span.offset + span.length;
  }
  return sql.trimStart();
}

/** More characters than any backend takes. */
const MAX_JUDGED = 6000;

/** Judges a text that is one statement, `start` characters behind the beginning of what was typed. */
export function judge(text: string, start = 0): Statement {
  if (text.length > MAX_JUDGED) {
    const writes = 'It is too long to be judged.';
    return { text, start, sql: text, verb: '', node: undefined, writes };
  }
  const read = parseStmt(text);
  const node = read.status === 'ok' ? read.root : undefined;
  if (!node) {
    const message = read.errors?.[0]?.message ?? 'This is not SQL.';
    return { text, start, sql: text, verb: '', node, writes: `This can’t be read: ${message}.` };
  }
  const verb = verbOf(node);
  const asTyped = { text, start, sql: text, verb, node };
  const sql = withoutComments(text);
  const again = parseStmt(sql);
  if (again.status !== 'ok') return { ...asTyped, writes: 'Its comments can’t be left out.' };
  const writes = problemOf(node) ?? problemOf(again.root) ?? problemOfText(sql);
  return writes ? { ...asTyped, writes } : { ...asTyped, sql, node: again.root, writes };
}

const isOwn = ({ text }: { readonly text: string }): boolean => text !== ';';

function firstOwn(text: string) {
  for (const token of tokenize(text)) if (isOwn(token)) return token;
  return undefined;
}

/** The statements of a text; from one that can't be read on, all else is one, because nobody knows where it ends. */
export function statementsOf(text: string): readonly Statement[] {
  // SQLite may end at it, or take it for a space, where the parser does not.
  if (UNSEEN.test(text)) {
    const writes = 'It has a character that can’t be seen.';
    return [{ text, start: 0, sql: text, verb: '', node: undefined, writes }];
  }
  const found: Statement[] = [];
  let at = 0;
  for (;;) {
    // The parser leaves leading semicolons to its caller.
    at += firstOwn(text.slice(at))?.span.offset ?? text.length;
    const rest = text.slice(at);
    if (!rest) return found;
    const next = parseStmt(rest, { allowTrailing: true });
    const tail = next.status === 'ok' ? next.tail : rest.length;
    // Not the span of what was parsed, which lacks the word EXPLAIN.
    const last = [...tokenize(rest.slice(0, tail))].findLast(isOwn)?.span;
    found.push(judge(rest.slice(0, last ? last.offset + last.length : tail), at));
    at += tail;
  }
}

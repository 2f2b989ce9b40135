/** Replaces comments and special characters in quoted text; positions stay the same. */
function maskQuoted(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/g, (part) =>
    /^["`[]/.test(part) ? part.replace(/[^\w]/g, '_') : ' '.repeat(part.length),
  );
}

/** Replaces everything inside parentheses; positions stay the same. */
function maskNested(sql: string): string {
  let depth = 0;
  let masked = '';
  for (const char of sql) {
    if (char === ')') depth = Math.max(0, depth - 1);
    masked += depth > 0 ? '_' : char;
    if (char === '(') depth += 1;
  }
  return masked;
}

/** A column in parentheses, which the database names as without them. */
const IN_PARENTHESES = /([,(]|\bselect|\bdistinct|\ball)\s*\(\s*([\w.]+)\s*\)/gi;

function unwrapColumns(sql: string): string {
  const unwrapped = sql.replace(IN_PARENTHESES, '$1 $2 ');
  return unwrapped === sql ? sql : unwrapColumns(unwrapped);
}

/** The columns that a view's query selects: aliases, else the last parts of expressions. Does not parse SQL. */
export function viewColumns(query: string): string[] {
  const masked = maskNested(unwrapColumns(maskQuoted(query)));
  const select = /\bselect\b(?:\s+(?:distinct|all)\b)?([\s\S]*?)(?:\bfrom\b|$)/i.exec(masked);
  return (select?.[1] ?? '')
    .split(',')
    .map((part) => (/(\w+)\W*$/.exec(part)?.[1] ?? '').replace(/^_+|_+$/g, ''))
    .filter(Boolean);
}

import {
  containsFilter,
  containsOperand,
  escapeLike,
  hasOperator,
  quoteText,
  unquoted,
} from '#domain/app/filter.ts';
import { textInJson } from '#domain/app/text-in-json.ts';

/** The fields in which a plain term is searched, in this order. */
const SEARCHED = ['level', 'message', 'data'];

/** What Go writes for bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

/**
 * The right side of a contains match on `data`. Go writes invalid bytes as `\ufffd` and the character U+FFFD as it is,
 * so this character becomes a wildcard. A pattern with a wildcard has no others added by the backend.
 */
function dataOperand(term: string): string {
  const stored = textInJson(term);
  if (!stored.includes(REPLACEMENT)) return containsOperand(stored);
  return quoteText(`%${escapeLike(stored).replaceAll(REPLACEMENT, '%')}%`);
}

/**
 * The contains match for a term. `data` is JSON text, in which quotes, backslashes, line breaks, `<`, `>` and `&` are
 * escaped; a term with such a character is also searched in its escaped form. The unescaped form stays: it finds what
 * was copied from JSON, such as `"status":404`.
 */
function contains(text: string): string {
  const term = text.toWellFormed();
  // The backend's parser stops at U+0000.
  const filter = containsFilter(term.replaceAll('\0', REPLACEMENT), SEARCHED);
  const operand = dataOperand(term);
  return operand === containsOperand(term) ? filter : `${filter}||data~${operand}`;
}

/**
 * The filter for a search text; empty when the text is blank. A text with an operator is a filter and
 * stays as it is. Other text is a term, and so is a text in double quotes, such as `"a=b"`: a quoted text alone is not
 * a filter. Terms of up to 2,000 characters always fit: the backend refuses LIKE patterns of more than 50,000 bytes
 * and URLs of more than 1 MB.
 */
export function searchFilter(text: string): string {
  const trimmed = text.trim();
  const quoted = unquoted(trimmed);
  if (quoted !== undefined) return contains(quoted);
  return hasOperator(trimmed) ? trimmed : termFilter(trimmed);
}

/** The contains match for any text, also one with operators; empty when the text is blank. */
export function termFilter(text: string): string {
  const term = text.trim();
  return term === '' ? '' : contains(term);
}

// chunks: logs filter
import { textInJson } from '#domain/app/text-in-json.ts';
import {
  containsFilter,
  containsOperand,
  escapeLike,
  hasOperator,
  quoteText,
} from '#domain/model/filter/print.ts';
import { unquoted } from '#domain/model/filter/walk.ts';

const SEARCHED = ['level', 'message', 'data'];

/** What Go writes for bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

/** Go writes invalid bytes as `\ufffd`, and U+FFFD as it is: a wildcard finds both. The backend then adds no others. */
function dataOperand(term: string): string {
  const stored = textInJson(term);
  if (!stored.includes(REPLACEMENT)) return containsOperand(stored);
  return quoteText(`%${escapeLike(stored).replaceAll(REPLACEMENT, '%')}%`);
}

/**
 * `data` is JSON text: a term is also searched in its escaped form. The unescaped one finds what was copied from JSON,
 * such as `"status":404`.
 */
function contains(text: string): string {
  const term = text.toWellFormed();
  // The backend's parser stops at U+0000.
  const filter = containsFilter(term.replaceAll('\0', REPLACEMENT), SEARCHED);
  const operand = dataOperand(term);
  return operand === containsOperand(term) ? filter : `${filter}||data~${operand}`;
}

/**
 * Text with an operator is a filter; other text is a term, and so is one in double quotes, such as `"a=b"`. Terms of up
 * to 2,000 characters always fit: the backend refuses LIKE patterns of more than 50,000 bytes and URLs of 1 MB.
 */
export function searchFilter(text: string): string {
  const trimmed = text.trim();
  const quoted = unquoted(trimmed);
  if (quoted !== undefined) return contains(quoted);
  return hasOperator(trimmed) ? trimmed : termFilter(trimmed);
}

/** For any text, also one with operators; empty when it is blank. */
export function termFilter(text: string): string {
  const term = text.trim();
  return term === '' ? '' : contains(term);
}

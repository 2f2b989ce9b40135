import { containedText, escapeLike, isExactNumber, isNumberText, quoteText } from '#domain/app/filter.ts';
import { FILTER_MACROS } from '#domain/collections/completions.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';

const MACROS: ReadonlySet<string> = new Set(FILTER_MACROS.filter((name) => name.startsWith('@')));

/** Whether an operator compares parts of texts, whose `%` and `_` are special. */
export const isContains = (operator: string): boolean => operator.endsWith('~');

const unescapeLike = (text: string): string => text.replace(/\\([\\%_])/g, '$1');

/**
 * What a person reads of the right side of a comparison; undefined for what only its source can say, such as another
 * field or a pattern with wildcards.
 */
export function operandText(operator: string, right: string): string | undefined {
  const quote = right[0];
  if (quote !== '"' && quote !== "'") {
    const isValue = /^(?:-?[\d.]+|true|false)$/.test(right) || MACROS.has(right);
    return isValue ? right : undefined;
  }
  const text = right.slice(1, -1).replaceAll(`\\${quote}`, quote);
  if (!isContains(operator)) return text;
  const literal = unescapeLike(text);
  return escapeLike(literal) === text ? literal : undefined;
}

/** A typed value as the right side of a comparison, or what is wrong with it in a sentence. */
export function typedOperand(
  type: ColumnType | undefined,
  operator: string,
  typed: string,
): { readonly right: string } | { readonly problem: string } {
  const text = typed.trim();
  if (type === 'bool') {
    return text === 'true' || text === 'false' ? { right: text } : { problem: 'Type true or false.' };
  }
  if (MACROS.has(text) && (type === 'date' || type === 'number' || type === undefined))
    return { right: text };
  // The backend reads an unquoted true as 1.
  if (isContains(operator)) return { right: containedText(typed) };
  if (type === 'number') {
    return isNumberText(text) ? { right: text } : { problem: 'Type a number, such as -1.5.' };
  }
  // JSON, which alone has no type below it, holds numbers and booleans, which the backend never finds by a text.
  const isJson = type === 'json' || type === undefined;
  if (isJson && (isExactNumber(text) || text === 'true' || text === 'false')) return { right: text };
  if (typed.endsWith('\\')) return { problem: 'A filter can’t hold a text that ends in \\.' };
  return { right: quoteText(typed) };
}

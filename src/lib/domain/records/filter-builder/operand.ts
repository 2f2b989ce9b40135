import { textInJson } from '#domain/app/text-in-json.ts';
import { storedDate } from '#domain/app/typed-date.ts';
import { numberProblem, numberReadings } from '#domain/app/typed-number.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import {
  canQuote,
  containedText,
  escapeLike,
  isExactNumber,
  isNumberText,
  quoteText,
} from '#domain/model/filter/print.ts';
import { textIn } from '#domain/model/filter/walk.ts';
import type { PathInfo } from './path.ts';

/** `%` and `_` are special in the texts that it compares. */
export const isContains = (operator: string): boolean => operator.endsWith('~');

const unescapeLike = (text: string): string => text.replace(/\\([\\%_])/g, '$1');

/** As it is in a list; the same if there is none. */
function textOutOfList(source: string): string {
  try {
    const text = String(JSON.parse(`"${source}"`));
    return textInJson(text) === source ? text : source;
  } catch {
    return source;
  }
}

/** Nothing is added to it while it is typed. */
const COMPLETE_DATE = /^\d{4}-\d{2}-\d{2}[ T]\d.*(?::\d{2}:\d{2}(?:\.\d{3})?|Z|[+-]\d{2}:?\d{2})$/;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Seconds may still follow. */
const MINUTE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}\s*$/;

const DAY_END = ' 23:59:59.999Z';

/** The last moment of a day is meant: until that day includes it, after it does not. */
const meansDayEnd = (operator: string): boolean => /^\??(?:<=|>)$/.test(operator);

/** As the backend compares it, as text: a complete date as it is stored, the beginning of one with a space. */
function comparedDate(typed: string, operator: string): string {
  const text = typed.trimStart();
  if (DAY.test(text) && meansDayEnd(operator)) return text + DAY_END;
  const stored = COMPLETE_DATE.test(text.trimEnd()) ? storedDate(text) : undefined;
  if (stored === undefined) return text.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ');
  return isContains(operator) ? stored.replace(/(\.000)?Z$/, '') : stored;
}

/** Of a {@link comparedDate}, for people. */
const dateText = (operator: string, text: string): string =>
  meansDayEnd(operator) && text.endsWith(DAY_END)
    ? text.slice(0, -DAY_END.length)
    : text.replace(/(?:\.000|(\.\d{3}))Z$/, '$1');

/** Below JSON there are no types. */
const isJson = (type: ColumnType | undefined): boolean => type === 'json' || type === undefined;

/** What is compared. */
type ComparedPath = Pick<PathInfo, 'type' | 'isList' | 'macros'>;

/** For people; undefined for another field or a pattern with wildcards. `path` describes the left side. */
export function operandText(operator: string, right: string, path: ComparedPath) {
  const text = textIn(right);
  if (text === undefined) {
    const isNull = right === 'null' && isJson(path.type);
    const isValue =
      isNull || isNumberText(right) || /^(?:true|false)$/.test(right) || path.macros.includes(right);
    return isValue ? right : undefined;
  }
  if (!isContains(operator)) return path.type === 'date' ? dateText(operator, text) : text;
  // A backslash at the end stands between wildcards: see `containedText`.
  const pattern = /^%(.*\\)%$/s.exec(text)?.[1] ?? text;
  const literal = unescapeLike(pattern);
  if (escapeLike(literal) !== pattern) return undefined;
  return path.isList ? textOutOfList(literal) : literal;
}

/**
 * The right side for a typed value, or what is wrong with it. `isList`: the backend compares a list as its JSON.
 * `text` is what a person goes on typing, where the right side has more than that.
 */
export function typedOperand(
  { type, isList, macros }: ComparedPath,
  operator: string,
  typed: string,
): { readonly right: string; readonly text?: string } | { readonly problem: string } {
  const text = typed.trim();
  if (type === 'bool') {
    return text === 'true' || text === 'false' ? { right: text } : { problem: 'Type true or false.' };
  }
  if (macros.includes(text) && (type === 'date' || type === 'number' || type === undefined))
    return { right: text };
  // The backend reads an unquoted true as 1.
  if (isContains(operator)) {
    const part = type === 'date' ? comparedDate(typed, operator) : typed;
    return { right: containedText(isList ? textInJson(part) : part) };
  }
  if (type === 'number') {
    const [number = '', other] = numberReadings(text);
    if (other !== undefined) return { problem: numberProblem(text) ?? '' };
    if (!isNumberText(number)) return { problem: 'Type a number, such as -1.5.' };
    return number === text ? { right: text } : { right: number, text: typed };
  }
  // The backend never finds these values of JSON by a text.
  if (isJson(type) && (isExactNumber(text) || /^(?:true|false|null)$/.test(text))) return { right: text };
  if (type === 'date' && DAY.test(text) && /^\??!?=$/.test(operator))
    return { problem: 'Type a time, too, or choose “contains” for the whole day.' };
  if (!canQuote(typed)) return { problem: 'A filter can’t hold a text that ends in \\.' };
  if (type !== 'date') return { right: quoteText(typed) };
  const compared = comparedDate(typed, operator);
  if (!MINUTE.test(compared)) return { right: quoteText(compared) };
  return { right: quoteText(comparedDate(`${compared.trimEnd()}:00`, operator)), text: compared };
}

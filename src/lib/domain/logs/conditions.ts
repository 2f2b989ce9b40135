// chunks: logs filter
import { lex } from '#domain/model/filter/lexer.ts';
import { canQuote, escapeLike, quoteText } from '#domain/model/filter/print.ts';
import { conjunctsOf, textIn } from '#domain/model/filter/walk.ts';
import { levelLabel } from './log.ts';

export type ConditionValue = string | number | boolean | null;

export interface Condition {
  /** `level`, `message` or a member of the data, `data.status`. */
  readonly path: string;
  /** `startsWith` is for URLs: the same path, with or without a query. */
  readonly operator: 'is' | 'isNot' | 'startsWith';
  readonly value: ConditionValue;
}

/** In characters: the URL holds the value. */
const MAX_VALUE = 2000;

/** The backend reads a name of digits as an index and refuses other characters. */
const PATH = /^(?:level|message|data\.(?!\d+$)\w+)$/;

/** The backend's parser reads no exponents, and SQLite no integers beyond a double. */
const isPlainNumber = (value: number): boolean =>
  Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?\d+\.\d+$/.test(String(value));

/** The backend's parser stops at U+0000, and only whole characters can be sent. */
const isPlainText = (value: string): boolean =>
  value.length <= MAX_VALUE && !value.includes('\0') && value.isWellFormed();

/** No lists, objects or paths that the backend refuses. */
export function canCondition(path: string, value: unknown): value is ConditionValue {
  if (!PATH.test(path)) return false;
  if (path === 'level') return Number.isSafeInteger(value);
  if (typeof value === 'string') return isPlainText(value);
  if (path === 'message') return false;
  if (typeof value === 'number') return isPlainNumber(value);
  return typeof value === 'boolean' || value === null;
}

/** For a text that can't be quoted; {@link boundsOf} says the same. */
const needsBounds = (value: ConditionValue): value is string => typeof value === 'string' && !canQuote(value);

/** Between the first two, only `value` does not match the pattern: `[` and `]` enclose its backslash. */
function boundsOf(value: string): Readonly<Record<'after' | 'before' | 'longer', string>> {
  const rest = value.slice(0, -1);
  return {
    after: quoteText(`${rest}[`),
    before: quoteText(`${rest}]`),
    longer: quoteText(`${escapeLike(rest)}__%`),
  };
}

const literal = (value: ConditionValue): string =>
  typeof value === 'string' ? quoteText(value) : String(value);

function equals(path: string, value: ConditionValue): string {
  if (!needsBounds(value)) return `${path}=${literal(value)}`;
  const { after, before, longer } = boundsOf(value);
  return `(${path}>${after}&&${path}<${before}&&${path}!~${longer})`;
}

function differs(path: string, value: ConditionValue): string {
  if (!needsBounds(value)) return `${path}!=${literal(value)}`;
  const { after, before, longer } = boundsOf(value);
  return `(${path}<=${after}||${path}>=${before}||${path}~${longer}||${path}=null)`;
}

function formatCondition({ path, operator, value }: Condition): string {
  if (operator === 'is') return equals(path, value);
  if (operator === 'isNot') return differs(path, value);
  // A pattern would ignore the case; the texts between these two begin with the path and a `?`, which is before `@`.
  return `(${equals(path, value)}||(${path}>=${quoteText(`${value}?`)}&&${path}<${quoteText(`${value}@`)}))`;
}

/** The filter that all conditions meet, also in the URL. */
export const formatConditions = (list: readonly Condition[]): string => list.map(formatCondition).join('&&');

const WORDS: ReadonlyMap<string, ConditionValue> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function parseLiteral(text: string): ConditionValue {
  const word = textIn(text) ?? WORDS.get(text);
  return word === undefined ? Number(text) : word;
}

/** What a filter could be, to be compared with what it formats to. */
function* readings(filter: string): Generator<Condition> {
  // No condition has more.
  const tokens = [...lex(filter).take(40)];
  const path = tokens.find(({ kind }) => kind === 'name')?.text ?? '';
  const [, sign, value] = tokens;
  if (value) yield { path, operator: sign?.text === '=' ? 'is' : 'isNot', value: parseLiteral(value.text) };
  const texts = tokens.flatMap(({ text }) => textIn(text) ?? []);
  const bounded = `${texts[0]?.slice(0, -'['.length) ?? ''}\\`;
  yield { path, operator: 'is', value: bounded };
  yield { path, operator: 'isNot', value: bounded };
  yield { path, operator: 'startsWith', value: texts.at(-1)?.slice(0, -'@'.length) ?? '' };
}

const parseCondition = (filter: string): Condition | undefined =>
  readings(filter).find((read) => canCondition(read.path, read.value) && formatCondition(read) === filter);

/** Reads what {@link formatConditions} wrote; undefined when the text has anything else, such as a typed filter. */
export function parseConditions(text = ''): Condition[] | undefined {
  const found: Condition[] = [];
  for (const operand of text && conjunctsOf(text)) {
    const condition = parseCondition(operand);
    if (!condition) return undefined;
    found.push(condition);
  }
  return found;
}

const isSame = (one: Condition, other: Condition): boolean => formatCondition(one) === formatCondition(other);

/** No entry can meet both, or one only negates the other. */
const contradicts = (one: Condition, other: Condition): boolean =>
  one.path === other.path &&
  (one.operator === other.operator
    ? one.operator !== 'isNot'
    : one.value === other.value && ![one.operator, other.operator].includes('startsWith'));

/** Replaces what contradicts it: `status is 500` replaces `status is 404`. The same list when it is there already. */
export function addCondition(list: readonly Condition[], added: Condition): readonly Condition[] {
  if (list.some((condition) => isSame(condition, added))) return list;
  return [...list.filter((condition) => !contradicts(condition, added)), added];
}

/** The list without this condition. */
export const removeCondition = (list: readonly Condition[], removed: Condition): readonly Condition[] =>
  list.filter((condition) => !isSame(condition, removed));

const VERBS = { is: 'is', isNot: 'is not', startsWith: 'starts with' } as const;

/** `status is 404`, `referer is empty` or `level is ERROR (8)` */
export function conditionLabel({ path, operator, value }: Condition): string {
  const name = path.replace(/^data\./, '');
  return `${name} ${VERBS[operator]} ${shownValue(path, value)}`;
}

function shownValue(path: string, value: ConditionValue): string {
  if (value === null || value === '') return 'empty';
  return path === 'level' && typeof value === 'number' ? levelLabel(value) : String(value);
}

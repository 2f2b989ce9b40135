import { OPERATORS } from '#domain/model/filter/tree.ts';
import type { PathInfo } from './path.ts';

type Operand = Pick<PathInfo, 'type' | 'isMany' | 'isList'>;
type Words = Readonly<Record<(typeof OPERATORS)[number], string>>;

const WORDS: Words = {
  '=': 'is',
  '!=': 'is not',
  '~': 'contains',
  '!~': 'does not contain',
  '>': 'greater than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
};
const DATE_WORDS: Words = { ...WORDS, '>': 'after', '>=': 'from', '<': 'before', '<=': 'until' };

/** The operators that fit a path, and the one in use; where there are several values, also those for any of them. */
export function operatorOptions({ type, isMany, isList }: Operand, used: string) {
  const words = type === 'date' ? DATE_WORDS : WORDS;
  const fits = (operator: string) => !isList || operator.endsWith('~');
  const options = OPERATORS.map((value) => ({ value: value as string, label: words[value] }));
  const any = options.map(({ value, label }) => ({ value: `?${value}`, label: `any ${label}` }));
  return [...options, ...any].filter(
    ({ value }) => value === used || (fits(value) && (isMany || !value.startsWith('?'))),
  );
}

/** The operator that a new condition begins with. */
export function usualOperator({ type, isMany, isList }: Operand): string {
  const operator = type === 'date' ? '>=' : isList || type === 'text' || type === 'editor' ? '~' : '=';
  return isMany ? `?${operator}` : operator;
}

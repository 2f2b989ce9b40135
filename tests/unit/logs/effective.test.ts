import { expect, it } from 'vitest';
import { effectiveFilter } from '#domain/logs/effective.ts';
import { searchFilter } from '#domain/logs/search.ts';
import { ownFilter } from '#wire/logs.ts';

const PRESET = 'data.auth!="admin"';
const joined = (search: string) => effectiveFilter({ preset: PRESET, search });

it('[LG-08] leaves out requests by admins unless they are included', () => {
  expect(joined('')).toBe(PRESET);
  expect(effectiveFilter({ search: '' })).toBe('');
});

it('[LG-08] leaves out what the dashboard requests without a session, but none of its failures', () => {
  expect(ownFilter('https://a.test/atoll/')).toBe(
    'data.auth!="admin"&&(data.referer!="https://a.test/atoll/"||data.status>=400||data.url~"/api/collections/")',
  );
});

it('[LG-09] joins the parts in one order and skips empty ones', () => {
  const parts = { span: 'created>="a"&&created<"b"', conditions: 'level=8', search: 'data.status>=500' };
  expect(effectiveFilter({ preset: PRESET, ...parts, levels: 'level>=8||level<0' })).toBe(
    `${PRESET}&&created>="a"&&created<"b"&&(level>=8||level<0)&&level=8&&data.status>=500`,
  );
  expect(effectiveFilter({ ...parts, conditions: '' })).toBe('created>="a"&&created<"b"&&data.status>=500');
});

it('[LG-09] puts a term in parentheses, so that the other parts apply to all its fields', () => {
  expect(joined(searchFilter('abc'))).toBe(`${PRESET}&&(level~"abc"||message~"abc"||data~"abc")`);
});

it.each([
  ['a=1 || b=2', '(a=1 || b=2)'],
  ['a=1 // note', '(a=1)'],
  ['(a=1||b=2)&&(c=3)', '(a=1||b=2)&&(c=3)'],
  ['((a=1||b=2)||c=3)', '((a=1||b=2)||c=3)'],
  ['(a=1)||(b=2)', '((a=1)||(b=2))'],
  ['a="x || y"', 'a="x || y"'],
  ["a='(' || b=')'", "(a='(' || b=')')"],
  // The backend refuses these, and still does.
  ['a=1) || (b=2', 'a=1) || (b=2'],
  ['(a=1 || b=2', '(a=1 || b=2'],
  ['a="x || b=2', 'a="x || b=2'],
  ['// nothing', '// nothing'],
])('joins the filter %s as %s', (search, operand) => {
  expect(joined(search)).toBe(`${PRESET}&&${operand}`);
});

it.each(['a=1 || b=2', 'a=1 // note', 'a=1) || (b=2'])('sends %s alone unchanged', (search) => {
  expect(effectiveFilter({ search })).toBe(search);
});

import { describe, expect, it } from 'vitest';
import { searchFilter, termFilter } from '#domain/logs/search.ts';

describe('searchFilter', () => {
  it.each([
    ['abc', 'level~"abc"||message~"abc"||data~"abc"'],
    ['two words', 'level~"two words"||message~"two words"||data~"two words"'],
    ['404', 'level~404||message~404||data~404'],
    ['true', 'level~true||message~true||data~true'],
    ['50%', 'level~"50\\%"||message~"50\\%"||data~"50\\%"'],
    ['😀', 'level~"😀"||message~"😀"||data~"😀"'],
  ])('[LG-06][LG-07] searches %j in all fields', (text, filter) => {
    expect(searchFilter(text)).toBe(filter);
  });

  it.each(['', ' ', '\n\t'])('[LG-06] has no filter for the blank text %j', (text) => {
    expect(searchFilter(text)).toBe('');
    expect(termFilter(text)).toBe('');
  });

  it.each(['level > 0', ' data.status=404 ', 'a="b"', '"a" = "b"', 'message ~ "x" // note'])(
    '[LG-07] sends %j unchanged, because it has an operator',
    (text) => {
      expect(searchFilter(text)).toBe(text.trim());
    },
  );

  it.each([
    ['say "hi"', '"say \\"hi\\""', '"say \\\\\\"hi\\\\\\""'],
    ['a\\b', '"a\\\\b"', '"a\\\\\\\\b"'],
    ['a&b', '"a&b"', '"a\\\\u0026b"'],
    ['a\nb', '"a\nb"', '"a\\\\nb"'],
    ['a\u2028b', '"a\u2028b"', '"a\\\\u2028b"'],
    ['end\\', '"%end\\\\%"', '"%end\\\\\\\\%"'],
    ['a\ufffdb', '"a\ufffdb"', '"%a%b%"'],
    ['a\ud800b', '"a\ufffdb"', '"%a%b%"'],
    ['a\0b', '"a\ufffdb"', '"a\\\\u0000b"'],
  ])('also searches the data for the stored form of %j', (text, operand, stored) => {
    expect(searchFilter(text)).toBe(`level~${operand}||message~${operand}||data~${operand}||data~${stored}`);
  });

  it.each([
    ['"a=b"', 'level~"a=b"||message~"a=b"||data~"a=b"'],
    ['" a "', 'level~" a "||message~" a "||data~" a "'],
    ['"404"', 'level~404||message~404||data~404'],
  ])('searches what is inside the quotes of %s', (text, filter) => {
    expect(searchFilter(text)).toBe(filter);
  });

  it('takes an escaped quote inside quotes for a quote', () => {
    expect(searchFilter('"say \\"a=b\\""')).toBe(termFilter('say "a=b"'));
  });

  it.each(['""', '"', '"a', 'a"', '"a" "b"', '"a\\"'])('searches for the quotes of %s', (text) => {
    expect(searchFilter(text)).toBe(termFilter(text));
  });
});

describe('termFilter', () => {
  it('searches for a text with operators', () => {
    expect(termFilter(' a=b ')).toBe('level~"a=b"||message~"a=b"||data~"a=b"');
    expect(termFilter('a<b')).toBe('level~"a<b"||message~"a<b"||data~"a<b"||data~"a\\\\u003cb"');
  });
});

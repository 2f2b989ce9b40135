import { describe, expect, it } from 'vitest';
import { normalizeFilter, searchedText } from '#domain/app/searched-text.ts';
import { joinFilters, narrowFilter } from '#domain/model/filter/join.ts';
import { containsOperand } from '#domain/model/filter/print.ts';

describe('search texts', () => {
  it.each([
    ['404', '404'],
    ['-5', '-5'],
    ['1.5', '1.5'],
    ['true', 'true'],
    ['false', 'false'],
    ['abc', '"abc"'],
    ['True', '"True"'],
    // As a number, the backend would compare another text than the typed one.
    ['007', '"007"'],
    ['1.50', '"1.50"'],
    ['+5', '"+5"'],
    ['1e5', '"1e5"'],
    ['NaN', '"NaN"'],
    ['12345678901234567890', '"12345678901234567890"'],
    ['say "hi"', '"say \\"hi\\""'],
    ["it's", '"it\'s"'],
    ['50%', '"50\\%"'],
    ['a_b', '"a\\_b"'],
    ['a\\b', '"a\\\\b"'],
    ['\\"', '"\\\\\\""'],
    ['end\\', '"%end\\\\%"'],
  ])('%s is sent as %s', (text, operand) => {
    expect(containsOperand(text)).toBe(operand);
  });

  it('does not quote numbers and booleans', () => {
    expect(normalizeFilter('404', ['level', 'message', 'data'])).toBe('level~404||message~404||data~404');
    expect(normalizeFilter('true', ['level', 'message', 'data'])).toBe('level~true||message~true||data~true');
    expect(normalizeFilter('abc', ['level', 'message', 'data'])).toBe(
      'level~"abc"||message~"abc"||data~"abc"',
    );
    expect(normalizeFilter('level>0', ['level', 'message', 'data'])).toBe('level>0');
  });

  it.each([
    ...[
      'a=1',
      'a!=1',
      'a~1',
      'a!~1',
      'a>1',
      'a>=1',
      'a<1',
      'a<=1',
      ' a ?= 1 ',
      '1 < a',
      '"x" = a',
      "'a=b' ~ a",
    ],
    ...[
      'a.name = "x"',
      'a:length > 2',
      'a:each ?= "y"',
      '((1=1) && a ~ "x")',
      '// note\na = 1',
      'a ~ "open',
      'a =',
    ],
    ...['@now > "2022-01-01"', '@request.auth.id = "x"', '@collection.b.id = "x"', 'b_via_a.title ?~ "x"'],
  ])('[TR-05] %s is already a filter', (text) => {
    expect(normalizeFilter(text, ['id', 'a'])).toBe(text.trim());
  });

  it.each([
    ...[
      'https://shop.example/?ref=42',
      'https://a.example/?a=42',
      'SGVsbG8gd29ybGQ=',
      'C# => F#',
      'I <3 tea',
    ],
    ...[
      '2 < 3',
      '1=1',
      'a~b',
      '-> a',
      'see a => b',
      '@ann => hi',
      '23 = 5',
      '漢 = 5',
      '"id" = "x"',
      '=',
      '<id>',
    ],
  ])('[TR-05] %s names no field and is a text, also in quotes', (text) => {
    const searched = `id~${containsOperand(text)}`;
    expect(normalizeFilter(text, ['id', '23'])).toBe(searched);
    if (!text.includes('"')) expect(normalizeFilter(`"${text}"`, ['id', '23'])).toBe(searched);
  });

  it('an empty or blank text is an empty filter', () => {
    expect(normalizeFilter('', ['id'])).toBe('');
    expect(normalizeFilter('  ', ['id'])).toBe('');
  });
});

describe('narrowFilter', () => {
  it.each([
    ['', 'id="x"'],
    ['a=1 || b=2', '(a=1 || b=2)&&id="x"'],
    ['a=1 // note', '(a=1)&&id="x"'],
    ["a=1 // don't )", '(a=1)&&id="x"'],
    ['a=1 // one\n|| b=2 // two', '(a=1 \n|| b=2)&&id="x"'],
    ['a="http://b" // c', '(a="http://b")&&id="x"'],
    ["a='\\'//' // c", "(a='\\'//')&&id=\"x\""],
    ['a="\\\\" // " // c', '(a="\\\\" // ")&&id="x"'],
    // The backend reads a group to its end before it finds comments.
    ['(a=1 // )\n', '((a=1 // ))&&id="x"'],
    ['// nothing', '// nothing'],
  ])('%j becomes %j', (filter, narrowed) => {
    expect(narrowFilter(filter, 'id="x"')).toBe(narrowed);
  });
});

describe('joinFilters', () => {
  it.each([
    [[], ''],
    [['', 'a=1 || b=2', ''], 'a=1 || b=2'],
    [['a=1', 'b=2'], 'a=1&&b=2'],
    [['a=1 || b=2', '(c=3 || d=4)'], '(a=1 || b=2)&&(c=3 || d=4)'],
    [['a=1 // note', 'b=2'], '(a=1)&&b=2'],
    // The backend refuses these, so they must not become valid.
    [['a=1 || b=2) && (c=3', 'd=4'], 'a=1 || b=2) && (c=3&&d=4'],
    [['a=1 || (b=2', 'c=3'], 'a=1 || (b=2&&c=3'],
    [['// nothing', 'a=1'], '// nothing&&a=1'],
  ])('%j becomes %j', (filters, joined) => {
    expect(joinFilters(filters)).toBe(joined);
  });
});

it('a long text with a comparison is read at once', () => {
  const long = `a=b ${'x'.repeat(100_000)} ${'= '.repeat(50_000)}`;
  expect(searchedText(long, ['title'])).toBe(long.trim());
  expect(searchedText(`${long} title="1"`, ['title'])).toBeUndefined();
});

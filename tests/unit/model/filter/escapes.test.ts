import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Escapes } from '#domain/backend/dialect.ts';
import { lex } from '#domain/model/filter/lexer.ts';
import { canQuote, quoteText } from '#domain/model/filter/print.ts';
import { textIn } from '#domain/model/filter/walk.ts';
import { casesOf } from '#tests/support/cases.ts';

const RUNS = { numRuns: casesOf(5000) };
const pieces = ['\\', '"', "'", 'n', 'r', 't', 'b', '\n', '%', '_', '💥', ' ', '(', ')', '//', '=', '&&'];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));

/** The backend's own reader of a quoted text, step by step: what it says and how long it is; undefined without an end. */
function reference(written: string, escapes: Escapes): readonly [text: string, length: number] | undefined {
  const [quote = '', ...rest] = [...written];
  let text = '';
  let length = quote.length;
  let before = '';
  for (const sign of rest) {
    length += sign.length;
    if (escapes === 'quote') {
      if (sign === quote && before !== '\\') return [text.replaceAll(`\\${quote}`, quote), length];
      text += sign;
      before = sign;
    } else if (before === '\\') {
      const special = new Map(Object.entries({ n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' }));
      text += special.get(sign) ?? `\\${sign}`;
      before = '';
    } else if (sign === '\\') before = sign;
    else if (sign === quote) return [text, length];
    else text += sign;
  }
  return undefined;
}

describe.each(['quote', 'more'] as const)('[NR-14] where a backslash escapes %s', (escapes) => {
  test('a quoted text says what it was written for, and ends where it ends', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(canQuote(text, escapes));
        const written = quoteText(text, escapes);
        expect(textIn(written, escapes)).toBe(text);
        expect(reference(`${written} && "`, escapes)).toEqual([text, written.length]);
      }),
      RUNS,
    );
  });

  test('any text between quotes is read as the backend reads it', () => {
    fc.assert(
      fc.property(fc.constantFrom('"', "'"), texts, (quote, rest) => {
        const written = quote + rest;
        const read = reference(written, escapes);
        const [token] = lex(written, escapes);
        expect(token?.kind).toBe('text');
        expect(token?.isOpen).toBe(read === undefined);
        expect(token?.text).toHaveLength(read ? read[1] : written.length);
        if (read) expect(textIn(token?.text ?? '', escapes)).toBe(read[0]);
      }),
      RUNS,
    );
  });
});

test('[NR-14] a text is written alike for every backend where that is possible', () => {
  for (const text of ['a', 'say "hi"', "it's", 'C:\\Users', '50\\%', 'a_b', 'two\nlines', 'ü💥'])
    expect(quoteText(text, 'more')).toBe(quoteText(text, 'quote'));
  expect(quoteText('C:\\new\\', 'more')).toBe('"C:\\\\new\\\\"');
  expect(quoteText('\\"', 'more')).toBe('"\\\\\\""');
  expect([canQuote('a\\', 'quote'), canQuote('a\\', 'more')]).toEqual([false, true]);
});

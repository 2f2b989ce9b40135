import { expect, test } from 'vitest';
import {
  type EarlyPiece,
  type EarlyText,
  earlyParts,
  lineToHtml,
  pieceMark,
  withEarlyText,
} from '#domain/records/rich-text/early-text.ts';

const PIECES: readonly EarlyPiece[] = [
  { kind: 'html', source: '<b onclick="x()">b</b>', html: '<b>b</b>' },
  { kind: 'lines', text: 'one\r\ntwo' },
  { kind: 'image', html: '<img src="data:,">' },
];
const STORED = '<p>Stored';

test.each<[string, Partial<EarlyText>, string, string]>([
  ['nothing', {}, '', STORED],
  ['a word before the stored text', { text: 'New' }, '<p>New', `</p>${STORED}`],
  ['a word after it', { text: 'New', isAtEnd: true }, `${STORED}<p>New`, '</p>'],
  ['a word instead of it', { text: 'New', replaces: true }, '<p>New', '</p>'],
  ['nothing instead of it', { replaces: true }, '', ''],
  ['lines, also empty ones', { text: 'a\n\nb' }, '<p>a</p><p><br></p><p>b', `</p>${STORED}`],
  [
    'pieces in their order',
    { text: `a${pieceMark(2)}${pieceMark(0)}b${pieceMark(1)}` },
    '<p>a</p><div><img src="data:,"></div><div><b>b</b></div><p>b</p><p>one</p><p>two',
    `</p>${STORED}`,
  ],
  ['no piece that was deleted', { text: pieceMark(1) }, '<p>one</p><p>two', `</p>${STORED}`],
])('%s', (_, early, before, after) => {
  const { html, caret } = withEarlyText(STORED, {
    text: '',
    pieces: PIECES,
    replaces: false,
    isAtEnd: false,
    ...early,
  });
  expect([html.slice(0, caret), html.slice(caret)]).toEqual([before, after]);
});

test.each([
  ['<b> & {$caret}', '&#60;b&#62; &#38; &#123;$caret&#125;'],
  [' a  b ', '\u00a0a\u00a0 b\u00a0'],
  ['a\tb', 'a\u00a0\u00a0\u00a0 b'],
  ['日本 👩‍👩‍👧', '日本 👩‍👩‍👧'],
])('the line %j becomes %j', (line, html) => {
  expect(lineToHtml(line)).toBe(html);
});

test('a character for private use without a piece is text', () => {
  expect(earlyParts(`a${pieceMark(7)}`, PIECES)).toEqual([['a'], [pieceMark(7)]]);
});

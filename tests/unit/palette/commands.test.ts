import { describe, expect, test } from 'vitest';
import {
  addUse,
  type Command,
  type CommandGroup,
  parseUses,
  rankCommands,
} from '#domain/palette/commands.ts';

const NOW = Date.UTC(2026, 0, 10);
const DAY = 24 * 3_600_000;

const command = (title: string, group: CommandGroup = 'Go to'): Command => ({
  id: title,
  title,
  group,
  icon: '',
  run: () => undefined,
});
const titles = (text: string, commands: readonly Command[], uses = {}) =>
  rankCommands(commands, text, uses, NOW).map(({ title }) => title);

describe('with a text', () => {
  test('the best place of the words comes first', () => {
    const all = ['reorder', 'Mail orders', 'order_items', 'orders', 'order'].map((title) => command(title));
    expect(titles('order', all)).toEqual(['order', 'order_items', 'orders', 'Mail orders', 'reorder']);
  });

  test('every word must be somewhere, in any order and case', () => {
    const all = ['Mail settings', 'Application settings', 'Export collections'].map((title) =>
      command(title),
    );
    expect(titles('SETT ma', all)).toEqual(['Mail settings']);
    expect(titles('x.*(', all)).toEqual([]);
  });

  test('letters count without their accents, in the cases of any language', () => {
    const all = ['İstanbul', 'Straße', 'Cafe\u0301 Noir', 'ΟΔΟΣ', 'ISPARTA'].map((title) => command(title));
    expect(titles('istanbul', all)).toEqual(['İstanbul']);
    expect(titles('STRASSE', all)).toEqual(['Straße']);
    expect(titles('caf\u00e9', all)).toEqual(['Cafe\u0301 Noir']);
    expect(titles('οδοσ', all)).toEqual(['ΟΔΟΣ']);
    expect(titles('ısparta', all)).toEqual(['ISPARTA']);
  });

  test('what is used often and lately wins over a better place, old uses fade', () => {
    const all = ['posts', 'old posts'].map((title) => command(title));
    expect(titles('posts', all)).toEqual(['posts', 'old posts']);
    expect(titles('post', all, { 'old posts': { count: 9, last: NOW } })).toEqual(['old posts', 'posts']);
    expect(titles('post', all, { 'old posts': { count: 9, last: NOW - 90 * DAY } })).toEqual([
      'posts',
      'old posts',
    ]);
  });
});

test('without a text, the four used last, then all others by group', () => {
  const all = [
    command('dark', 'Theme'),
    command('logs'),
    command('posts', 'Collections'),
    command('New record', 'This screen'),
    ...['a', 'b', 'c', 'd'].map((title) => command(title, 'Collections')),
  ];
  const last = (days: number) => ({ count: 1, last: NOW - days * DAY });
  const uses = { dark: last(2), 'New record': last(0), posts: last(1), a: last(3), b: last(4), c: last(5) };
  const ranked = rankCommands(all, '  ', uses, NOW);
  expect(ranked.map(({ group, title }) => `${group}: ${title}`)).toEqual([
    'Recent: posts',
    'Recent: dark',
    'Recent: a',
    'Recent: b',
    'This screen: New record',
    'Collections: c',
    'Collections: d',
    'Go to: logs',
  ]);
});

test('without a text, no group is left out', () => {
  const groups: CommandGroup[] = [
    'This screen',
    'Collections',
    'Views',
    'Go to',
    'Theme',
    'Backends',
    'Records',
  ];
  const all = groups.toReversed().map((group) => command(group, group));
  expect(titles('', all)).toEqual(groups);
});

test('uses are counted, and the oldest of more than 50 are forgotten', () => {
  let uses = addUse({}, 'a', NOW);
  uses = addUse(uses, 'a', NOW + 1);
  expect(uses).toEqual({ a: { count: 2, last: NOW + 1 } });
  for (let index = 0; index < 50; index += 1) uses = addUse(uses, `id${index}`, NOW + 2 + index);
  expect(Object.keys(uses)).toHaveLength(50);
  expect(uses['a']).toBeUndefined();
  expect(addUse({}, 'constructor', NOW)['constructor']).toEqual({ count: 1, last: NOW });
});

test('uses noted while the clock was ahead are not the latest ones any more', () => {
  const day = 24 * 3_600_000;
  let uses = addUse({}, 'ahead', NOW + 400 * day);
  uses = addUse(uses, 'now', NOW);
  expect(uses['ahead']).toEqual({ count: 1, last: NOW });
  for (let index = 0; index < 50; index += 1) uses = addUse(uses, `id${index}`, NOW + 1 + index);
  expect(uses['ahead']).toBeUndefined();
});

test('the oldest use is forgotten, in whichever order they are stored', () => {
  const stored = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`id${at}`, { count: 1, last: at }]),
  );
  const ids = Object.keys(addUse(stored, 'new', 50));
  expect([ids[0], ids[1], ids.at(-1)]).toEqual(['new', 'id49', 'id1']);
});

test.each([undefined, '', 'x', '[]', '{"a":1}', '{"a":{"count":"1","last":2}}', '{"a":{"count":1}}'])(
  'invalid stored uses are none: %s',
  (text) => {
    expect(parseUses(text)).toEqual({});
  },
);
test('valid ones stay', () => {
  expect(parseUses('{"a":{"count":1,"last":2},"b":null}')).toEqual({ a: { count: 1, last: 2 } });
});

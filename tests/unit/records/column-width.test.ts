import { describe, expect, it, test } from 'vitest';
import { textWidth } from '#domain/app/text-width.ts';
import { NO_VALUE } from '#domain/app/value-text.ts';
import { type Column, columnsOf } from '#domain/collections/columns.ts';
import { type ShownType, shownTypes } from '#domain/field-types/field-type.ts';
import {
  type ContentOptions,
  choiceWidth,
  columnWidths,
  contentsOf,
  fittingChips,
  headerWidth,
  identityIndex,
  relatedWidth,
} from '#domain/records/column-width.ts';
import type { RecordData } from '#domain/records/record.ts';
import { collection, field } from '../collections/collection-fixture.ts';

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
const column = (type: Column['type'], name = 'a'): Column => ({ id: name, name, type });
const row = (values: object): RecordData => ({
  id: 'r00000000000001',
  collectionId: 'c',
  collectionName: 'c',
  ...values,
});
const OPTIONS: ContentOptions = { em: 14, hasIcons: false, relatedTo: () => undefined };
const measured = (
  type: Column['type'],
  values: readonly unknown[],
  options: Partial<ContentOptions> = {},
) => {
  const found = contentsOf(
    [column(type)],
    values.map((a) => row({ a })),
    { ...OPTIONS, ...options },
  );
  return found['a'] ?? { width: 0, isNumeric: false };
};

describe('the content of a column', () => {
  const short: Readonly<Record<ShownType, unknown>> = {
    text: 'TN-1052',
    editor: 'Short',
    number: 59.95,
    bool: true,
    email: 'a@b.io',
    url: 'https://a.io',
    date: '2026-11-05 12:00:00.000Z',
    select: ['new'],
    file: ['a.png', 'b.png'],
    relation: ['r00000000000001'],
    json: [1, 2],
    geoPoint: { lon: 1, lat: 2 },
  };
  const long: Readonly<Record<ShownType, unknown>> = {
    text: 'x'.repeat(195),
    editor: 'x'.repeat(195),
    number: 1e20,
    bool: false,
    email: `${'x'.repeat(60)}@example.com`,
    url: `https://example.com/${'x'.repeat(60)}`,
    date: '2026-11-05 12:00:00.000Z',
    select: ['recycled', 'last pieces', 'something else'],
    file: Array.from({ length: 10 }, (_, index) => `${index}.png`),
    relation: Array.from({ length: 10 }, (_, index) => `r0000000000000${index}`),
    json: { key: 'x'.repeat(400) },
    geoPoint: { lon: -123.456789, lat: -12.3456789 },
  };

  it.each(shownTypes)('of type %s is as wide as its values, within limits', (type) => {
    const [narrow, wide] = [measured(type, [short[type]]).width, measured(type, [long[type]]).width];
    expect(narrow).toBeLessThanOrEqual(150);
    expect(narrow).toBeLessThanOrEqual(wide);
    expect(wide).toBeLessThanOrEqual(320);
    // A chip, a link or a text needs more than one that is missing; bools and dates are always as wide.
    if (type !== 'bool' && type !== 'date') expect(narrow).not.toBe(wide);
    const none = measured(type, [null, '']).width;
    expect(none).toBeLessThanOrEqual(type === 'date' ? 104 : 60);
  });

  it.each([
    ['number', 59.95, 5 * 7.85],
    ['json', [1, 2], 5 * 7.85],
    ['select', ['new', 'old'], choiceWidth('new', 14) + choiceWidth('old', 14) + 4],
    ['file', ['a.png', 'b.png'], 2 * 28 + 4],
    ['relation', ['r00000000000001', 'x'], 16 * 7.25 + 2 * 16 + 4],
    ['select', [], textWidth(NO_VALUE) * 14],
    ['text', '', textWidth(NO_VALUE) * 14],
  ] as const)('of type %s with %j is as wide as each part', (type, value, width) => {
    expect(measured(type, [value]).width).toBe(Math.round(width + 19));
  });

  it('of bools and dates has always the same width, of dates that of their times', () => {
    const widths = (timeWidth: number) =>
      (['bool', 'date'] as const).flatMap((type) =>
        ['2026-11-05 12:00:00.000Z', ''].map((value) => measured(type, [value], { timeWidth }).width),
      );
    expect(widths(1)).toEqual([60, 60, 104, 104]);
    expect(widths(20)).toEqual([60, 60, 299, 299]);
  });

  it('of the id is its characters, with the icons that stand beside it', () => {
    const id = (values: object, hasIcons = false) =>
      contentsOf([column('id', 'id')], [row(values)], { ...OPTIONS, hasIcons })['id']?.width ?? 0;
    expect(id({})).toBe(128);
    expect(id({ emailVisibility: false })).toBe(128 + 20);
    expect(id({}, true)).toBe(128 + 28);
    expect(id({ id: '2026-11' })).toBe(70);
  });

  it('of related records is their presentable text and files', () => {
    const cats = collection('cats', [
      field('title', 'text', { presentable: true }),
      field('icon', 'file', { presentable: true }),
    ]);
    const cat = row({ title: 'nnnnnnnnnn', icon: 'a.png' });
    expect(relatedWidth(cat.id, cat, cats, OPTIONS)).toBeCloseTo(77 + 32 + 16);
    expect(relatedWidth(cat.id, cat, cats, { em: 14, hasIcons: true })).toBeCloseTo(77 + 32 + 20 + 16);
    const post = row({ a: cat.id, expand: { a: cat } });
    const contents = contentsOf([column('relation')], [post], { ...OPTIONS, relatedTo: () => cats });
    expect(contents['a']?.width).toBe(77 + 32 + 16 + 16 + 3);
  });

  it('follows the font of the device', () => {
    expect(measured('text', ['nnnnnnnnnn'], { em: 20 }).width).toBe(110 + 19);
  });

  it('ignores a few long values, but a fitted column shows all', () => {
    const values = [...Array.from({ length: 39 }, () => 'short'), 'x'.repeat(40)];
    expect(measured('text', values).width).toBeLessThan(70);
    expect(measured('text', values, { share: 1, most: 640 }).width).toBe(308 + 19);
    expect(measured('text', ['x'.repeat(300)], { share: 1, most: 640 }).width).toBe(640);
    // All of a few are whole.
    expect(measured('text', ['a', 'b', 'x'.repeat(20)]).width).toBe(154 + 19);
    expect(measured('text', ['x'.repeat(20), 'a', 'b']).width).toBe(154 + 19);
  });

  it('is omitted while the rows do not have the column', () => {
    expect(contentsOf([column('text')], [], OPTIONS)).toEqual({});
    expect(contentsOf([column('text')], [row({ b: 'x' })], OPTIONS)).toEqual({});
  });

  it('is numeric if all values are numbers', () => {
    expect(measured('number', [1]).isNumeric).toBe(true);
    expect(measured('json', [4.5, null, 3]).isNumeric).toBe(true);
    expect(measured('json', [4.5, '3']).isNumeric).toBe(false);
    expect(measured('json', [null]).isNumeric).toBe(false);
    expect(measured('text', ['1']).isNumeric).toBe(false);
  });
});

describe('column widths', () => {
  const columns = columnsOf(collection('c', [field('a'), field('n', 'number')]));
  const contents = (widths: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(widths).map(([id, width]) => [id, { width, isNumeric: false }]));

  it('are those of the types until values are known', () => {
    expect(columnWidths(columns, 0)).toEqual([128, 176, 90, 104, 104]);
    expect(columnWidths([], 1000)).toEqual([]);
  });

  it('are those of the contents and names', () => {
    const known = contents({ '@id': 125, f_a: 100, f_n: 63 });
    expect(columnWidths(columns, 500, { contents: known })).toEqual([125, 104, 63, 104, 104]);
    const [, named] = columnWidths(columnsOf(collection('c', [field('x'.repeat(60), 'bool')])), 0);
    expect(named).toBe(240);
    const [, active] = columnWidths(columnsOf(collection('c', [field('active', 'bool')])), 0, { em: 14 });
    expect(active).toBe(headerWidth('active', 14));
  });

  it('give long texts only a part while not all columns fit', () => {
    const known = contents({ f_a: 320, f_n: 63 });
    const at = (available: number) => columnWidths(columns, available, { contents: known });
    expect(at(0)).toEqual([128, 176, 63, 104, 104]);
    expect(sum(at(600))).toBeCloseTo(600);
    expect(at(600)[1]).toBeCloseTo(201);
    expect(at(719)[1]).toBe(320);
  });

  it.each(['username', 'email'] as const)(
    'keep a column of type %s whole while not all columns fit',
    (type) => {
      const known = { a: { width: 230, isNumeric: false } };
      expect(columnWidths([column(type, 'a')], 0, { contents: known })).toEqual([230]);
    },
  );

  it('give the remaining space to columns with long content', () => {
    expect(columnWidths(columns, 884, { contents: contents({ f_a: 100 }) })).toEqual([
      128, 458, 90, 104, 104,
    ]);
  });

  it('give none of it to numbers', () => {
    const numeric = { f_a: { width: 100, isNumeric: true } };
    const both = columnsOf(collection('c', [field('a', 'json'), field('b')]));
    expect(columnWidths(both, 884, { contents: numeric })).toEqual([128, 100, 448, 104, 104]);
  });

  it('share the remaining space when no column has long content', () => {
    const fixed = columnsOf(collection('c', [field('n', 'number')]));
    expect(columnWidths(fixed, 526)).toEqual([153, 115, 129, 129]);
  });

  it.each(['text', 'url', 'editor', 'email', 'username', 'select', 'json', 'file', 'relation'] as const)(
    'give the remaining space to a column of type %s',
    (type) => {
      const pair = [column('number', 'n'), column(type)];
      expect(columnWidths(pair, 1000)).toEqual([90, 910]);
    },
  );

  it('that were set are kept; columns to the right of the last one balance them', () => {
    const wide = columnsOf(collection('c', [field('a'), field('n', 'number'), field('b')]));
    const at = (chosen = {}) => columnWidths(wide, 886, { chosen });
    expect(at()).toEqual([128, 230, 90, 230, 104, 104]);
    // Narrower or wider: the left edge stays, and column b grows or shrinks.
    expect(at({ f_n: 60 })).toEqual([128, 230, 60, 260, 104, 104]);
    expect(at({ f_n: 120 })).toEqual([128, 230, 120, 200, 104, 104]);
    expect(at({ f_n: 400 })).toEqual([128, 230, 400, 176, 104, 104]);
    expect(at({ f_n: 60, '@updated': 70 })).toEqual([128, 230, 60, 230, 104, 70]);
    expect(at({ gone: 300 })).toEqual(at());
  });
});

describe('the column that stays in sight', () => {
  const named = columnsOf(
    collection('c', [
      field('a'),
      field('photo', 'file', { presentable: true }),
      field('name', 'text', { presentable: true }),
    ]),
  );

  test.each([
    ['the first presentable one', named, [100, 100, 100, 100, 100, 100], 500, 3],
    ['the id if the presentable one is too far away', named, [100, 200, 200, 100, 100, 100], 500, 0],
    ['the presentable one if its limit leaves enough of it', named, [100, 150, 150, 900, 100, 100], 500, 3],
    ['the id without a presentable one', named.slice(0, 3), [100, 100, 100], 500, 0],
  ] as const)('is %s', (_, columns, widths, available, index) => {
    expect(identityIndex(columns, widths, available, 200)).toBe(index);
  });
});

describe('chips', () => {
  it('are all shown if they fit', () => {
    expect(fittingChips([50, 50], 120, 14)).toBe(2);
    expect(fittingChips([], 60, 14)).toBe(0);
  });

  it('leave space for the number of those that do not fit', () => {
    // '+3' needs 32 px.
    expect(fittingChips([50, 50, 50], 160, 14)).toBe(2);
    expect(fittingChips([50, 50, 50], 150, 14)).toBe(1);
    expect(fittingChips([50, 50, 50], 174, 14)).toBe(3);
    expect(fittingChips([50, 50], 400, 14, 30)).toBe(2);
    expect(fittingChips([50, 50, 50], 16 + 16 + 2 * 54, 0)).toBe(2);
  });

  it('are at least one, which is cut', () => {
    expect(fittingChips([500, 50], 100, 14)).toBe(1);
    expect(fittingChips([500], 100, 14)).toBe(1);
    expect(choiceWidth('new', 14)).toBeLessThan(45);
  });
});

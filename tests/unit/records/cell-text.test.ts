import { describe, expect, it } from 'vitest';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { fileKind, hasThumb } from '#domain/field-types/file-type.ts';
import {
  expandedOf,
  isWebUrl,
  jsonText,
  parseRecord,
  presentableFiles,
  presentableText,
  recordTooltip,
} from '#domain/records/record.ts';
import { collection, field } from '../collections/collection-fixture.ts';

describe('texts of cells', () => {
  it('show JSON up to a limit', () => {
    expect(jsonText('x'.repeat(600))).toHaveLength(503);
    expect(jsonText(undefined)).toBe('');
  });

  it('a tooltip contains the record without expanded ones, truncated at 800 characters', () => {
    const record = parseRecord({ id: 'a', text: 'y', expand: { cat: { id: 'b' } } });
    expect(recordTooltip(record)).toContain('"text": "y"');
    expect(recordTooltip(record)).not.toContain('expand');
    expect(recordTooltip(parseRecord({ id: 'a', text: 'y'.repeat(900) }))).toHaveLength(803);
  });

  it.each([
    ['https://a.b', true],
    ['HTTP://a.b', true],
    ['javascript:alert(1)', false],
    [' https://a.b', false],
    ['//a.b', false],
    ['ftp://a.b', false],
    ['data:text/html,x', false],
    ['', false],
  ])('%s is a link: %s', (text, isLink) => {
    expect(isWebUrl(text)).toBe(isLink);
  });
});

describe('the text of a related record', () => {
  const cats = collection('cats', [
    field('title', 'text', { presentable: true }),
    field('size', 'number', { presentable: true }),
    field('picture', 'file', { presentable: true }),
  ]);

  it('contains its presentable values, without files, truncated at 70 characters', () => {
    const record = parseRecord({ id: 'a', title: 'Tom', size: 3, picture: 'tom.png' });
    expect(presentableText(record, cats)).toBe('Tom, 3');
    expect(presentableText(parseRecord({ id: 'a', title: 'T'.repeat(80) }), cats)).toBe(
      `${'T'.repeat(70)}...`,
    );
    expect(presentableText(parseRecord({ id: 'a', title: '' }), cats)).toBe('a');
  });

  it('leaves out what is empty: null of JSON, a list without values', () => {
    const fields = ['title', 'data', 'tags', 'more', 'size', 'on'];
    const shown = collection(
      'shown',
      fields.map((name) => field(name, 'json', { presentable: true })),
    );
    const empty = { data: null, tags: [], more: {}, title: '' };
    expect(presentableText(parseRecord({ id: 'a', ...empty, title: 'Tom' }), shown)).toBe('Tom');
    expect(presentableText(parseRecord({ id: 'a', ...empty }), shown)).toBe('a');
    expect(presentableText(parseRecord({ id: 'a', ...empty, size: 0, on: false }), shown)).toBe('0, false');
  });

  it('leaves out what is blank', () => {
    expect(presentableText(parseRecord({ id: 'a', title: ' \n\t', size: 3 }), cats)).toBe('3');
    expect(presentableText(parseRecord({ id: 'a', title: '  ' }), cats)).toBe('a');
    expect(presentableText(parseRecord({ id: 'a', title: '  ', name: 'N' }), undefined)).toBe('N');
    expect(presentableText(parseRecord({ id: 'a', title: ' Tom ' }), cats)).toBe(' Tom ');
  });

  it('names the records of a presentable relation as far as they are expanded', () => {
    const team = collection('team', [field('code', 'text', { presentable: true })]);
    const owner = collection('owner', [
      field('name', 'text', { presentable: true }),
      field('teams', 'relation', { presentable: true, options: { collectionId: team.id } }),
    ]);
    const record = parseRecord({
      ...{ id: 'a', name: 'Ann', teams: ['t1', 't2'] },
      expand: { teams: [{ id: 't1', code: 'T1', title: 'x' }] },
    });
    expect(presentableText(record, owner, undefined, [team, owner])).toBe('Ann, T1, t2');
    // Of an unknown collection, the title.
    expect(presentableText(record, owner)).toBe('Ann, x, t2');
  });

  it('is a name or the id when nothing is presentable', () => {
    expect(presentableText(parseRecord({ id: 'a', name: 'N', slug: 's' }), collection('c'))).toBe('N');
    expect(presentableText(parseRecord({ id: 'a' }), undefined)).toBe('a');
  });
});

describe('records', () => {
  it.each([[null], ['x'], [5], [{ id: 5, collectionId: null }]])('parses %j without an error', (value) => {
    expect(parseRecord(value)).toMatchObject({ id: '', collectionId: '', collectionName: '' });
  });

  it('lists the values of single and multiple fields', () => {
    expect(valuesOf('a')).toEqual(['a']);
    expect(valuesOf(['a', '', 5, 'b'])).toEqual(['a', 'b']);
    expect(valuesOf(undefined)).toEqual([]);
    expect(valuesOf('')).toEqual([]);
  });

  it('finds expanded records', () => {
    const record = parseRecord({ id: 'a', expand: { one: { id: 'x' }, many: [{ id: 'y' }, { id: 'z' }] } });
    expect([...expandedOf(record, 'one').keys()]).toEqual(['x']);
    expect([...expandedOf(record, 'many').keys()]).toEqual(['y', 'z']);
    expect(expandedOf(record, 'none').size).toBe(0);
    expect(expandedOf(parseRecord({ id: 'a' }), 'one').size).toBe(0);
    expect(expandedOf(parseRecord({ id: 'a', expand: 'x' }), 'one').size).toBe(0);
  });
});

describe('files', () => {
  it.each([
    ['a.png', 'image', true],
    ['a.JPEG', 'image', true],
    ['a.svg', 'image', false],
    ['a.b.webp', 'image', false],
    ['a.mp4', 'video', false],
    ['a.mp3', 'audio', false],
    ['a.pdf', 'pdf', false],
    ['a.txt', 'other', false],
    ['png', 'other', false],
    ['a.png.exe', 'other', false],
    ['', 'other', false],
  ])('%s is %s, with thumb: %s', (name, kind, thumb) => {
    expect(fileKind(name)).toBe(kind);
    expect(hasThumb(name)).toBe(thumb);
  });
});

it('shows the first five files of presentable fields beside the text of a record', () => {
  const shown = { presentable: true };
  const cats = collection('cats', [
    field('title', 'text', shown),
    field('hidden', 'file'),
    field('cover', 'file', shown),
    field('more', 'file', shown),
  ]);
  const more = ['1', '2', '3', '4', '5'];
  const record = parseRecord({ id: 'a', title: 'Tom', hidden: 'h', cover: 'c', more });
  expect(presentableFiles(record, cats).map(({ field: { name }, ...file }) => [name, file.name])).toEqual([
    ['cover', 'c'],
    ...more.slice(0, 4).map((name) => ['more', name]),
  ]);
  expect(presentableFiles(record, undefined)).toEqual([]);
});

describe('the text of a record without presentable fields', () => {
  const NAMES = ['title', 'name', 'label', 'username', 'email', 'slug', 'key'];

  it.each(NAMES.map((name, at) => [name, NAMES.slice(at + 1)] as const))(
    'is its %s rather than %j',
    (name, others) => {
      const values = Object.fromEntries([...others, name].map((one) => [one, `the ${one}`]));
      expect(presentableText(parseRecord({ id: 'a', ...values }), collection('c'))).toBe(`the ${name}`);
    },
  );
});

it('keeps the collection of a record', () => {
  expect(parseRecord({ id: 'a', collectionId: 'c', collectionName: 'posts', title: 1 })).toEqual({
    id: 'a',
    collectionId: 'c',
    collectionName: 'posts',
    title: 1,
  });
});

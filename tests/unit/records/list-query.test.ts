import { describe, expect, it } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { filterWords } from '#domain/collections/completions.ts';
import { filterCompletions } from '#domain/collections/filter-completions.ts';
import {
  expandAndFields,
  isSortOf,
  presentableFields,
  relationPaths,
  sentSort,
} from '#domain/records/list-query.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { dialect } from '#wire/dialect.ts';
import { newestFirst } from '#wire/records.ts';
import { collection, field, view } from '../collections/collection-fixture.ts';

const cats = collection('cats', [
  field('title', 'text', { presentable: true }),
  field('note'),
  field('color', 'text', { presentable: true }),
  field('labels', 'select', { options: { maxSelect: 2 } }),
]);
const plain = collection('plain', [field('title')]);
const posts = collection('posts', [
  field('headline'),
  field('body', 'editor'),
  field('cat', 'relation', { options: { collectionId: cats.id, maxSelect: 1 } }),
  field('more', 'relation', { options: { collectionId: plain.id, maxSelect: null } }),
  field('lost', 'relation', { options: { collectionId: 'gone' } }),
  field('files', 'file', { options: { maxSelect: 3 } }),
  field('state', 'select', { options: { maxSelect: 1 } }),
]);
const all = [cats, plain, posts];

describe('the sort of a list', () => {
  const validSort = (of: typeof posts, sort: string | undefined) =>
    isSortOf(of, sort) ? sort : newestFirst(of);

  it('[RL-08] is the default unless all its fields exist in the collection', () => {
    expect(newestFirst(posts)).toBe('-created');
    expect(newestFirst(view('v', 'select id from a'))).toBe('');
    for (const sort of [undefined, '', '-nothing', 'headline,nothing', '-'])
      expect(validSort(posts, sort)).toBe('-created');
    for (const sort of ['-headline', '+created', 'id', '-headline,+updated'])
      expect(validSort(posts, sort)).toBe(sort);
    expect(validSort(view('v', 'select id, x from a', [field('x')]), '-created')).toBe('');
    expect(validSort(view('v', 'select id, x from a', [field('x')]), '+x')).toBe('+x');
  });

  it('[RL-09] is sent with the presentable fields of a relation', () => {
    expect(sentSort(posts, all, '-cat')).toBe('-cat.title,-cat.color');
    expect(sentSort(posts, all, '+cat,-headline')).toBe('+cat.title,+cat.color,-headline');
    expect(sentSort(posts, all, 'cat')).toBe('cat.title,cat.color');
    // Without presentable fields or a known collection, the ids are sorted.
    expect(sentSort(posts, all, '-more')).toBe('-more');
    expect(sentSort(posts, all, '-lost')).toBe('-lost');
    expect(sentSort(posts, all, '')).toBe('');
  });
});

/** Teams refer to their parent; owners are called by their team, books by their owner. */
const teamsId = 'teams';
const teams = { id: teamsId, fields: [deep('parent', teamsId)] };
const owners = { id: 'owners', fields: [deep('team', teamsId), deep('gone', 'gone')] };
const books = { id: 'books', fields: [deep('owner', 'owners')] };
const shelf = { id: 'shelf', fields: [deep('book', 'books', false), deep('team', teamsId, false)] };

function deep(name: string, collectionId: string, isPresentable = true) {
  return { name, type: 'relation', isPresentable, collectionId } as const;
}

describe('the parameters of a list request', () => {
  it('follow presentable relations up to three levels', () => {
    const known = [teams, owners, books, shelf];
    expect(relationPaths(books, known, 1)).toEqual([
      'owner',
      'owner.team',
      'owner.team.parent',
      'owner.gone',
    ]);
    expect(relationPaths(teams, known, 1)).toEqual(['parent', 'parent.parent', 'parent.parent.parent']);
    const paths = [
      ...['book', 'book.owner', 'book.owner.team', 'book.owner.team.parent', 'book.owner.gone'],
      ...['team', 'team.parent', 'team.parent.parent', 'team.parent.parent.parent'],
    ];
    const { expand, fields } = expandAndFields(shelf, known);
    expect(expand).toBe(paths.join());
    expect(fields).toContain('expand.book.expand.owner.expand.team.*:excerpt(200)');
    expect(relationPaths(posts, all)).toEqual(['cat', 'more', 'lost']);
  });

  it('follow few relations where collections refer to one another many times', () => {
    const knot = { id: 'knot', fields: ['a', 'b', 'c', 'd'].map((name) => deep(name, 'knot')) };
    const paths = relationPaths(knot, [knot]);
    expect(paths).toHaveLength(4 * 9);
    expect(paths).toEqual(expect.arrayContaining(['a', 'a.a', 'a.a.a', 'b', 'c', 'd']));
  });

  it('[RL-01] expand relations and truncate rich text', () => {
    expect(expandAndFields(posts, all)).toEqual({
      expand: 'cat,more,lost',
      fields:
        '*,body:excerpt(200),expand.cat.*:excerpt(200),expand.more.*:excerpt(200),expand.lost.*:excerpt(200)',
    });
    expect(expandAndFields(plain, all)).toEqual({ expand: '', fields: '' });
  });

  it('depend on related collections and their presentable fields', () => {
    const [, , cat, , lost] = ownFields(posts);
    expect(cat && relatedTo(cat, all)).toBe(cats);
    expect(lost && relatedTo(lost, all)).toBeUndefined();
    expect(presentableFields(cats)).toEqual(['title', 'color']);
    expect(presentableFields(undefined)).toEqual([]);
  });
});

describe('completions of the filter bar', () => {
  it('[LG-04] end with the macros of the backend', () => {
    expect(filterWords(dialect()).join(' ')).toBe(
      'true false @now @second @minute @hour @day @month @year @weekday ' +
        '@todayStart @todayEnd @monthStart @monthEnd @yearStart @yearEnd',
    );
  });

  it('[RL-11] contain fields, relations in both directions, modifiers and macros', () => {
    const completions = filterCompletions('', scopeOf(posts, all));
    expect(completions).toEqual(
      expect.arrayContaining(['id', 'created', 'updated', 'headline', 'cat', 'cat.title', 'cat.id']),
    );
    expect(completions).toEqual(
      expect.arrayContaining(['cat.labels:each', 'more:each', 'more:length', 'files:length']),
    );
    expect(completions.slice(-16)).toEqual(filterWords(dialect()));
    expect(completions).not.toContain('state:each');
    expect(completions).not.toContain('cat:each');
    expect(completions.filter((completion) => completion.startsWith('lost.'))).toEqual([]);
    expect(new Set(completions).size).toBe(completions.length);
    const reverse = filterCompletions('', scopeOf(cats, all));
    expect(reverse).toEqual(
      expect.arrayContaining(['posts_via_cat', 'posts_via_cat.headline', 'posts_via_cat.id']),
    );
    expect(reverse).not.toContain('posts_via_more');
  });
});

import { describe, expect, it } from 'vitest';
import { relatedTo } from '#domain/collections/collection.ts';
import { FILTER_MACROS } from '#domain/collections/completions.ts';
import { filterCompletions } from '#domain/collections/filter-completions.ts';
import {
  defaultSort,
  expandAndFields,
  presentableFields,
  sentSort,
  validSort,
} from '#domain/records/list-query.ts';
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
  it('[RL-08] is the default unless it names fields of the collection', () => {
    expect(defaultSort(posts)).toBe('-created');
    expect(defaultSort(view('v', 'select id from a'))).toBe('');
    for (const sort of [undefined, '', '-nothing', 'headline,nothing', '-'])
      expect(validSort(posts, sort)).toBe('-created');
    for (const sort of ['-headline', '+created', 'id', '-headline,+updated'])
      expect(validSort(posts, sort)).toBe(sort);
    expect(validSort(view('v', 'select id, x from a', [field('x')]), '-created')).toBe('');
    expect(validSort(view('v', 'select id, x from a', [field('x')]), '+x')).toBe('+x');
  });

  it('[RL-09] names the presentable fields of a relation on the wire', () => {
    expect(sentSort(posts, all, '-cat')).toBe('-cat.title,-cat.color');
    expect(sentSort(posts, all, '+cat,-headline')).toBe('+cat.title,+cat.color,-headline');
    expect(sentSort(posts, all, 'cat')).toBe('cat.title,cat.color');
    // Nothing presentable, or a collection that is gone: the ids have to do.
    expect(sentSort(posts, all, '-more')).toBe('-more');
    expect(sentSort(posts, all, '-lost')).toBe('-lost');
    expect(sentSort(posts, all, '')).toBe('');
  });
});

describe('what a list asks for', () => {
  it('[RL-01] expands relations and cuts rich text', () => {
    expect(expandAndFields(posts)).toEqual({
      expand: 'cat,more,lost',
      fields:
        '*,body:excerpt(200),expand.cat.*:excerpt(200),expand.more.*:excerpt(200),expand.lost.*:excerpt(200)',
    });
    expect(expandAndFields(plain)).toEqual({ expand: '', fields: '' });
  });

  it('knows related collections and their presentable fields', () => {
    const [, , cat, , lost] = posts.schema;
    expect(cat && relatedTo(cat, all)).toBe(cats);
    expect(lost && relatedTo(lost, all)).toBeUndefined();
    expect(presentableFields(cats)).toEqual(['title', 'color']);
    expect(presentableFields(undefined)).toEqual([]);
  });
});

describe('words of the filter bar', () => {
  it('[LG-04] end with the macros of the backend', () => {
    expect(FILTER_MACROS.join(' ')).toBe(
      'true false @now @second @minute @hour @day @month @year @weekday ' +
        '@todayStart @todayEnd @monthStart @monthEnd @yearStart @yearEnd',
    );
  });

  it('[RL-11] are own fields, relations both ways, modifiers and macros', () => {
    const words = filterCompletions('', { collection: posts, collections: all });
    expect(words).toEqual(
      expect.arrayContaining(['id', 'created', 'updated', 'headline', 'cat', 'cat.title', 'cat.id']),
    );
    expect(words).toEqual(
      expect.arrayContaining(['cat.labels:each', 'more:each', 'more:length', 'files:length']),
    );
    expect(words.slice(-FILTER_MACROS.length)).toEqual([...FILTER_MACROS]);
    expect(words).not.toContain('state:each');
    expect(words).not.toContain('cat:each');
    expect(words.filter((word) => word.startsWith('lost.'))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
    const back = filterCompletions('', { collection: cats, collections: all });
    expect(back).toEqual(
      expect.arrayContaining(['posts_via_cat', 'posts_via_cat.headline', 'posts_via_cat.id']),
    );
    expect(back).not.toContain('posts_via_more');
  });
});

import { describe, expect, test } from 'vitest';
import { isDirty } from '#domain/collections/editor/body.ts';
import { defaultOptions } from '#domain/collections/editor/field-options.ts';
import {
  addField,
  moveField,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import { mergeDrafts } from '#domain/collections/editor/merge.ts';
import {
  type Draft,
  draftOf,
  indexTexts,
  newDraft,
  removeIndex,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
  setType,
} from '#domain/collections/editor/values.ts';
import { draftAfterSave } from '#domain/collections/editor/values-after-save.ts';
import { savedCollection, savedField } from './collections.ts';

/** The draft with a field that was made one of JSON. */
const asJson = (draft: Draft, key: string): Draft => ({
  ...draft,
  fields: draft.fields.map((field) =>
    field.key === key ? { ...field, type: 'json', options: defaultOptions('json') } : field,
  ),
});

const OPTIONS = { min: null, max: null, pattern: '' };
const [a, b, c] = ['a', 'b', 'c'].map((name) => savedField(name, 'text', OPTIONS));
if (!a || !b || !c) throw new Error('Three fields.');
const INDEX = 'CREATE INDEX `idx_a` ON `posts` (`a`)';
const POSTS = savedCollection('posts', [a, b, c], { indexes: [INDEX], listRule: 'a = 1' });
const BASE = draftOf(POSTS);

type Step = (draft: Draft) => Draft;
const edit = (from: Draft, ...steps: Step[]) => steps.reduce((draft, step) => step(draft), from);
/** The same collection as others have saved it meanwhile. */
const theirs = (changes: Partial<typeof POSTS>) => draftOf({ ...POSTS, ...changes });
const names = (draft: Draft) => draft.fields.map(({ name, toDelete }) => (toDelete ? `-${name}` : name));

describe('mine and theirs', () => {
  test('what I left alone is theirs, what I changed is mine, where both did it is mine', () => {
    const mine = edit(
      BASE,
      (draft) => renameCollection(draft, 'mine'),
      (draft) => setRule(draft, 'viewRule', 'mine'),
      (draft) => setFieldOption(draft, 'f_a', 'max', 5),
      (draft) => renameField(draft, 'f_b', 'mine_b'),
    );
    const merged = mergeDrafts(
      BASE,
      mine,
      theirs({
        name: 'theirs',
        listRule: 'theirs',
        viewRule: 'theirs',
        schema: [
          { ...a, name: 'theirs_a', required: true, options: { ...OPTIONS, min: 2, max: 9 } },
          { ...b, name: 'theirs_b' },
          c,
        ],
      }),
    );
    expect(merged).toMatchObject({ name: 'mine', listRule: 'theirs', viewRule: 'mine' });
    expect(merged.fields[0]).toMatchObject({
      name: 'theirs_a',
      originalName: 'theirs_a',
      required: true,
      options: { min: 2, max: 5 },
    });
    expect(names(merged)).toEqual(['theirs_a', 'mine_b', 'c']);
  });

  test('nothing typed gives theirs, nothing of theirs gives mine', () => {
    const other = theirs({ name: 'x', schema: [c, a], indexes: [] });
    expect(mergeDrafts(BASE, BASE, other)).toEqual(other);
    const mine = edit(
      BASE,
      (draft) => addField(draft, 'json'),
      (draft) => moveField(draft, 'new-1', 0),
      (draft) => removeField(draft, 'f_b'),
    );
    expect(mergeDrafts(BASE, mine, BASE)).toEqual(mine);
  });

  test('a field that was added elsewhere stays, with its place and beside mine', () => {
    const merged = mergeDrafts(
      BASE,
      edit(BASE, (draft) => addField(draft, 'bool')),
      theirs({ schema: [a, savedField('precious'), b, c] }),
    );
    expect(names(merged)).toEqual(['a', 'precious', 'b', 'c', 'field']);
    expect(merged.fields[1]).toMatchObject({ id: 'f_precious', toDelete: false });
  });

  test('a field that is gone stays gone, unless something was typed in it', () => {
    const gone = theirs({ schema: [c] });
    expect(
      names(
        mergeDrafts(
          BASE,
          edit(BASE, (d) => removeField(d, 'f_a')),
          gone,
        ),
      ),
    ).toEqual(['c']);
    const merged = mergeDrafts(
      BASE,
      edit(BASE, (d) => renameField(d, 'f_b', 'typed')),
      gone,
    );
    expect(names(merged)).toEqual(['typed', 'c']);
    // It can only be made anew.
    expect(merged.fields[0]).toMatchObject({ id: '', key: 'new-1', originalName: '' });
    expect(merged.nextKey).toBe(2);
  });

  test('a field that I remove goes, whatever it is called now', () => {
    const merged = mergeDrafts(
      BASE,
      edit(BASE, (draft) => removeField(draft, 'f_a')),
      theirs({ schema: [{ ...a, name: 'renamed' }, b, c] }),
    );
    expect(names(merged)).toEqual(['-renamed', 'b', 'c']);
  });

  test.each([
    ['mine', ['f_c', 'f_a', 'f_b'], [a, b, c], ['c', 'a', 'b']],
    ['theirs', ['f_a', 'f_b', 'f_c'], [b, c, a], ['b', 'c', 'a']],
    ['mine before theirs', ['f_c', 'f_a', 'f_b'], [b, a, c], ['c', 'a', 'b']],
  ])('the order that was changed is kept: %s', (_whose, order, schema, expected) => {
    const mine = edit(BASE, ...order.map((key, at) => (draft: Draft) => moveField(draft, key, at)));
    expect(names(mergeDrafts(BASE, mine, theirs({ schema })))).toEqual(expected);
  });

  test('two new fields with one key are two fields, and an index follows its own', () => {
    const mine = edit(
      BASE,
      (draft) => addField(draft, 'text'),
      (draft) => renameField(draft, 'new-1', 'mine'),
      (draft) => setIndex(draft, 1, 'CREATE INDEX `idx_mine` ON `posts` (`mine`)'),
    );
    const typed = edit(
      BASE,
      (draft) => addField(draft, 'bool'),
      (draft) => renameField(draft, 'new-1', 'typed'),
    );
    const merged = mergeDrafts(BASE, mine, typed);
    expect(merged.fields.slice(3)).toMatchObject([
      { key: 'new-1', name: 'typed', type: 'bool' },
      { key: 'new-2', name: 'mine', type: 'text' },
    ]);
    expect(merged.nextKey).toBe(3);
    const renamed = renameField(merged, 'new-2', 'again');
    expect(indexTexts(renamed, tools)[1]).toBe('CREATE INDEX `idx_mine` ON `posts` (`again`)');
  });

  test('indexes: mine are added and taken away, theirs stay', () => {
    const their = 'CREATE INDEX `idx_theirs` ON `posts` (`b`)';
    const mine = 'CREATE INDEX `idx_mine` ON `posts` (`c`)';
    const texts = (draft: Draft) => indexTexts(draft, tools);
    const other = theirs({ indexes: [INDEX, their] });
    expect(texts(mergeDrafts(BASE, setIndex(BASE, 1, mine), other))).toEqual([INDEX, their, mine]);
    expect(texts(mergeDrafts(BASE, removeIndex(BASE, 0), other))).toEqual([their]);
    expect(texts(mergeDrafts(BASE, setIndex(BASE, 0, mine), other))).toEqual([their, mine]);
    expect(texts(mergeDrafts(BASE, BASE, theirs({ indexes: [] })))).toEqual([]);
  });
});

describe('a new collection', () => {
  const auth = edit(
    newDraft(),
    (draft) => renameCollection(draft, 'people'),
    (draft) => setType(draft, 'auth'),
    (draft) => setCollectionOption(draft, 'minPasswordLength', 12),
    (draft) => addField(draft, 'select'),
    (draft) => setFieldOption(draft, 'new-1', 'values', ['x']),
  );

  test('comes back as it was typed', () => {
    expect(mergeDrafts(newDraft(), auth, newDraft())).toEqual(auth);
  });

  test('brings its type and options, and what was typed into the empty form stays', () => {
    const typed = edit(
      newDraft(),
      (draft) => setRule(draft, 'createRule', 'x'),
      (draft) => addField(draft, 'text'),
    );
    const merged = mergeDrafts(newDraft(), auth, typed);
    expect(merged).toMatchObject({ name: 'people', type: 'auth', createRule: 'x' });
    expect(merged.options).toMatchObject({ minPasswordLength: 12, allowEmailAuth: true });
    expect(merged.fields.map(({ type }) => type)).toEqual(['text', 'select']);
    // Only the options of the type that is left count.
    const saved = { ...auth, id: 'given' };
    expect(mergeDrafts(auth, setType(auth, 'view'), saved).options).toEqual(auth.options);
    const view = mergeDrafts(newDraft(), setType(newDraft(), 'view'), typed);
    expect(view).toMatchObject({ type: 'view', createRule: null, options: { query: '' } });
  });
});

describe('after a save', () => {
  const sent = edit(
    BASE,
    (draft) => addField(draft, 'text'),
    (draft) => renameField(draft, 'new-1', 'title'),
    (draft) => renameField(draft, 'f_a', 'first'),
    (draft) => removeField(draft, 'f_c'),
  );
  /** What the backend makes of it. */
  const result = {
    ...POSTS,
    schema: [{ ...a, name: 'first' }, b, { ...savedField('title', 'text', OPTIONS), id: 'f_given' }],
    indexes: ['CREATE INDEX `idx_a` ON `posts` (`first`)'],
  };

  test('nothing is left when nothing was typed', () => {
    const { draft, original } = draftAfterSave(sent, sent, result);
    // Nor without what reads the indexes, whose texts are others now.
    for (const known of [tools, undefined]) expect(isDirty(draft, original, known)).toBe(false);
    expect(draft.fields.map(({ key, id }) => [key, id])).toEqual([
      ['f_a', 'f_a'],
      ['f_b', 'f_b'],
      ['new-1', 'f_given'],
    ]);
  });

  test.each<[string, Step, unknown]>([
    ['a name', (draft) => renameField(draft, 'new-1', 'headline'), { id: 'f_given', name: 'headline' }],
    ['a rule', (draft) => setRule(draft, 'listRule', 'typed'), undefined],
    ['a type of the new field', (draft) => asJson(draft, 'new-1'), undefined],
    ['an option', (draft) => setFieldOption(draft, 'f_b', 'max', 7), { options: { ...OPTIONS, max: 7 } }],
    ['a switch', (draft) => setRequired(draft, 'new-1', true), { id: 'f_given', required: true }],
    ['another field', (draft) => addField(draft, 'bool'), { id: '', key: 'new-2', type: 'bool' }],
    ['the new field removed', (draft) => removeField(draft, 'new-1'), { id: 'f_given', toDelete: true }],
    ['a removed field wanted back', (draft) => restoreField(draft, 'f_c'), { id: '', name: 'c' }],
    ['an index taken away', (draft) => removeIndex(draft, 0), undefined],
  ])('what was typed meanwhile is left: %s', (what, step, field) => {
    const { draft, original } = draftAfterSave(sent, step(sent), result);
    // A field that is saved keeps its type.
    expect(isDirty(draft, original, tools)).toBe(what !== 'a type of the new field');
    if (field) expect(draft.fields).toContainEqual(expect.objectContaining(field));
    if (what === 'an index taken away') expect(draft.indexes).toEqual([]);
    if (what === 'a rule') expect(draft.listRule).toBe('typed');
    expect(new Set(draft.fields.map(({ key }) => key)).size).toBe(draft.fields.length);
  });
});

import { expect, test } from 'vitest';
import { removeField } from '#domain/collections/editor/fields.ts';
import { queryCompletions, rulePaths } from '#stores/collections/editor/completions.ts';
import { backend } from '#tests/stores/records/record-fixture.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { createStored, editorOf, keyOf, namesOf, reloadListed } from './drafts-fixture.ts';

test('[VQ-01] the query of a view is completed with the collections of the list', async () => {
  const collection = await createStored();
  const editor = editorOf();
  editor.setType('view');
  expect(queryCompletions(editor, collection.name.slice(0, -1))).toContain(collection.name);
  const query = `select a. from ${collection.name} as a`;
  editor.edit((values) => ({ ...values, query }), 'query');
  expect(queryCompletions(editor, 'a.t')).toContain('a.title');
});

test('[RU-05] rules are completed with the edited fields, without removed ones', async () => {
  const editor = editorOf(await createStored());
  expect(rulePaths(editor, 'ti').names).toEqual(['title']);
  expect(rulePaths(editor, 'ran').names).toEqual(['rank']);
  expect(['title', 'rank', 'nope'].map(rulePaths(editor, '').typeOf)).toEqual(['text', 'number', undefined]);
  editor.editField(keyOf(editor, 'rank'), removeField);
  expect(rulePaths(editor, 'ran').names).toEqual([]);
  // A collection that was created elsewhere is offered after the list reloads.
  const other = await createCollection(backend().api, { name: uniqueName('later'), fields: [field('x')] });
  await reloadListed(other.id);
  expect(rulePaths(editor, `@collection.${other.name}`).names).toContain(`@collection.${other.name}`);
  expect(namesOf(editor)).toContain('rank');
});

test('[RU-05] rules of a view are completed with the dates that its typed query selects', () => {
  const editor = editorOf();
  editor.setType('view');
  expect(rulePaths(editor, 'c').names).toEqual([]);
  const query = 'select id, created from posts';
  editor.edit((values) => ({ ...values, query }), 'query');
  expect(rulePaths(editor, 'c').names).toEqual(['created']);
});

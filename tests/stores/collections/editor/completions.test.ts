import { expect, test } from 'vitest';
import { removeField } from '#domain/collections/editor/fields.ts';
import { queryCompletions, rulePaths } from '#stores/collections/editor/completions.ts';
import { backend } from '#tests/stores/records/record-fixture.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { editorOf, keyOf, listed, made, namesOf } from './drafts-fixture.ts';

test('[VQ-01] the query of a view is completed by the collections of the list', async () => {
  const collection = await made();
  const editor = editorOf();
  editor.setType('view');
  expect(queryCompletions(editor, collection.name.slice(0, -1))).toContain(collection.name);
  const query = `select a. from ${collection.name} as a`;
  editor.edit((values) => ({ ...values, options: { ...values.options, query } }), 'options.query');
  expect(queryCompletions(editor, 'a.t')).toContain('a.title');
});

test('[RU-05] rules are completed by the fields as they are edited, without those to be removed', async () => {
  const editor = editorOf(await made());
  expect(rulePaths(editor, 'ti')).toEqual(['title']);
  expect(rulePaths(editor, 'ran')).toEqual(['rank']);
  editor.editField(keyOf(editor, 'rank'), removeField);
  expect(rulePaths(editor, 'ran')).toEqual([]);
  // A collection that is made elsewhere can be named at once.
  const other = await createCollection(backend().api, { name: uniqueName('later'), schema: [field('x')] });
  await listed(other.id);
  expect(rulePaths(editor, `@collection.${other.name}`)).toContain(`@collection.${other.name}`);
  expect(namesOf(editor)).toContain('rank');
});

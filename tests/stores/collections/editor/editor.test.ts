import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  fieldByKey,
  moveField,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
} from '#domain/collections/editor/fields.ts';
import { renameCollection, setIndex } from '#domain/collections/editor/values.ts';
import { $question } from '#stores/app/confirm.ts';
import { rulePaths } from '#stores/collections/editor/completions.ts';
import { type CollectionEditor, createEditor } from '#stores/collections/editor/editor.ts';
import { $collectionList, $collections, loadCollections } from '#stores/collections/list.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { answerQuestion, backend, toasts, until } from '#tests/stores/records/record-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';

$collections.listen(() => {});
beforeEach(() => loadCollections());

/** Opens an editor and records the calls of its callbacks. */
function editorOf(collectionId?: string) {
  const calls = { closed: 0, saved: [] as string[], copies: [] as string[] };
  const collection = $collectionList.get().find(({ id }) => id === collectionId);
  const editor = createEditor({
    collection,
    onClose: () => {
      calls.closed += 1;
    },
    onSaved: ({ name }, isNew) => calls.saved.push(`${isNew ? 'new' : 'old'} ${name}`),
    onDuplicate: ({ name }) => calls.copies.push(name),
  });
  return { editor, calls };
}

async function saved(fields = [field('title'), field('rank', 'number')], indexes: string[] = []) {
  const { id } = await createCollection(backend().api, { name: uniqueName('kept'), fields, indexes });
  await loadCollections();
  return editorOf(id);
}

/** The next message to the other tabs. */
function otherTab(): Promise<unknown> {
  const channel = new BroadcastChannel('collections');
  onTestFinished(() => channel.close());
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(data);
  });
}

const keyOf = (editor: CollectionEditor, name: string) =>
  editor.$values.get().fields.find((one) => one.name === name)?.key ?? '';

test('[CE-10] a new collection can always be saved, a stored one only after a change', async () => {
  const fresh = editorOf().editor;
  expect([fresh.$canSave.get(), fresh.$freshness.get()]).toEqual([true, 'ready']);
  const { editor } = await saved();
  expect(editor.$canSave.get()).toBe(false);
  const key = keyOf(editor, 'title');
  editor.editField(key, (values) => renameField(values, key, 'other'), 'name');
  expect(editor.$canSave.get()).toBe(true);
  editor.editField(key, (values) => renameField(values, key, 'title'), 'name');
  expect(editor.$canSave.get()).toBe(false);
  editor.edit((values) => moveField(values, key, 1));
  expect(editor.$canSave.get()).toBe(true);
  editor.edit((values) => moveField(values, key, 0));
  editor.editField(key, removeField);
  expect(editor.$canSave.get()).toBe(true);
  editor.editField(key, restoreField);
  expect(editor.$canSave.get()).toBe(false);
});

test('[CE-12] creating a collection closes the panel, updates the list and shows a toast', async () => {
  const { editor, calls } = editorOf();
  const name = uniqueName('born');
  editor.edit((values) => renameCollection(values, name), 'name');
  editor.addField('text');
  expect(editor.$newField.get()).toBe(editor.$values.get().fields[0]?.key);
  const told = otherTab();
  expect(await editor.save()).toBe(true);
  expect(calls).toEqual({ closed: 1, saved: [`new ${name}`], copies: [] });
  expect(typedToasts()).toEqual(['success: Successfully created collection.']);
  expect(await told).toBe('reload');
  await until($collectionList, (list) => list.some((one) => one.name === name));
});

test('[CE-06][CE-22][FD-14] errors appear at their fields and tabs, and disappear when these are edited', async () => {
  const { editor, calls } = editorOf();
  editor.addField('text');
  editor.addField('select');
  editor.$tab.set('rules');
  expect(await editor.save()).toBe(false);
  expect(calls.closed).toBe(0);
  expect(editor.$errors.get()['name']).toBe('Cannot be blank.');
  // The name is on no tab, the choices of the select field are.
  const [, select] = editor.$values.get().fields;
  expect(Object.keys(editor.$fieldErrors.get())).toEqual([select?.key]);
  expect([...editor.$tabErrors.get()]).toEqual(['fields']);
  expect(editor.$tab.get()).toBe('fields');
  editor.editField(select?.key ?? '', removeField);
  expect(editor.$tabErrors.get().size).toBe(0);
  expect(editor.$errors.get()).toEqual({ name: 'Cannot be blank.' });
  editor.edit((values) => renameCollection(values, 'x'), 'name');
  expect(editor.$errors.get()).toEqual({});
});

test('[CE-14] changes that lose data need confirmation, others do not', async () => {
  const { editor, calls } = await saved();
  const key = keyOf(editor, 'rank');
  editor.editField(key, removeField);
  const { sent, stop } = watchRequests();
  expect(await editor.save()).toBe(false);
  stop();
  // Nobody else has changed anything, so the page's list is up to date.
  expect(sent).toEqual([`GET /api/collections/${editor.$saved.get()?.id}`]);
  expect(editor.$review.get()?.refusedIndexes).toEqual([]);
  expect(editor.$review.get()?.changes.map(({ text }) => text)).toEqual(['Removed field rank']);
  expect(editor.$review.get()?.removesFields).toBe(true);
  editor.cancelReview();
  expect(editor.$review.get()).toBeUndefined();
  expect(calls.saved).toEqual([]);
  await editor.save();
  expect(await editor.confirmReview()).toBe(true);
  expect(calls.saved).toHaveLength(1);

  const other = await saved();
  other.editor.addField('bool');
  expect(await other.editor.save()).toBe(true);
  expect(other.editor.$review.get()).toBeUndefined();
});

test('an index of the name that one of another collection has gets a message, because that one would be dropped', async () => {
  const name = uniqueName('indexed');
  const indexes = [`CREATE INDEX idx_${name} ON ${name} (title)`];
  await createCollection(backend().api, { name, fields: [field('title')], indexes });
  const { editor } = await saved();
  await until(editor.$freshness, (state) => state === 'ready');
  await editor.loadTools();
  const sql = `CREATE INDEX IDX_${name} ON ${editor.$values.get().name} (rank)`;
  const taken = 'Another collection has an index of this name, which PocketBase would drop.';
  expect(editor.indexProblem(0, sql)).toBe(taken);
  expect(editor.indexProblem(0, sql.replace('IDX_', 'own_'))).toBeUndefined();
  expect(editor.indexProblem(0, `${sql} WHERE (rank > 1)`)).toMatch(/parentheses/);
  editor.edit((values) => setIndex(values, 0, sql));
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ 'indexes.0': taken });
  editor.edit((values) => setIndex(values, 0, sql.replace('IDX_', 'own_')), 'indexes.0');
  expect(await editor.save()).toBe(true);
  const tables = backend().sql(`SELECT tbl_name FROM sqlite_master WHERE name = 'idx_${name}'`);
  expect(tables).toMatchObject([{ tbl_name: name }]);
});

test('an index of the name of another one gets a message, because with IF NOT EXISTS it would never be created', async () => {
  const { editor } = await saved();
  await until(editor.$freshness, (state) => state === 'ready');
  await editor.loadTools();
  const table = editor.$values.get().name;
  editor.edit((values) => setIndex(values, 0, `CREATE INDEX \`idx_${table}\` ON \`${table}\` (\`title\`)`));
  const second = (name: string) => `CREATE UNIQUE INDEX IF NOT EXISTS ${name} ON \`${table}\` (\`rank\`)`;
  const repeated = 'Another index of this collection has this name.';
  expect(editor.indexProblem(1, second(`\`IDX_${table}\``))).toBe(repeated);
  editor.edit((values) => setIndex(values, 1, second(`\`IDX_${table}\``)));
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ 'indexes.0': repeated, 'indexes.1': repeated });
  editor.edit((values) => setIndex(values, 1, second(`\`own_${table}\``)), 'indexes.1');
  expect(await editor.save()).toBe(true);
  const created = 'SELECT name FROM pragma_index_list(?) WHERE origin = ? ORDER BY name';
  expect(backend().sql(created, [table, 'c'])).toMatchObject([
    { name: `idx_${table}` },
    { name: `own_${table}` },
  ]);
});

test('two stored indexes of one name do not prevent other changes', async () => {
  const name = uniqueName('twins');
  const [sql, twin] = [
    `CREATE INDEX idx_${name} ON ${name} (title)`,
    `CREATE INDEX IF NOT EXISTS idx_${name} ON ${name} (rank)`,
  ];
  const fields = [field('title'), field('rank', 'number')];
  const { id } = await createCollection(backend().api, { name, fields, indexes: [sql, twin] });
  await loadCollections();
  const { editor } = editorOf(id);
  await editor.loadTools();
  const key = keyOf(editor, 'rank');
  editor.editField(key, (values) => renameField(values, key, 'place'), 'name');
  expect(await editor.save()).toBe(false);
  expect(await editor.confirmReview()).toBe(true);
  const created = 'SELECT name FROM pragma_index_list(?) WHERE origin = ?';
  expect(backend().sql(created, [name, 'c'])).toMatchObject([{ name: `idx_${name}` }]);
});

test('[CE-14] the review names the indexes that the backend will refuse', async () => {
  const name = uniqueName('indexed');
  const index = (column: string) => `CREATE INDEX idx_${name}_${column} ON ${name} (${column})`;
  const { id } = await createCollection(backend().api, {
    name,
    fields: [field('title'), field('rank', 'number')],
    indexes: [index('title'), index('rank')],
  });
  await loadCollections();
  const { editor } = editorOf(id);
  editor.editField(keyOf(editor, 'rank'), removeField);
  expect(await editor.save()).toBe(false);
  expect(editor.$review.get()?.refusedIndexes).toMatchObject([
    { position: 1, missing: ['rank'], problem: undefined, sql: expect.stringContaining(`idx_${name}_rank`) },
  ]);
});

test('[CE-14] the review names the rules that name the collection by its id', async () => {
  const { editor } = await saved();
  const id = editor.$saved.get()?.id ?? '';
  const name = uniqueName('rules');
  await createCollection(backend().api, {
    name,
    fields: [field('link', 'relation', { collectionId: id })],
    listRule: `@collection.${id}.rank > 1`,
  });
  await loadCollections();
  editor.editField(keyOf(editor, 'rank'), removeField);
  await editor.save();
  expect(editor.$review.get()?.references).toMatchObject([
    { collectionName: name, place: 'listRule', mentions: [{ kind: 'field', name: 'rank', to: undefined }] },
  ]);
});

test('[CE-14] the review names own rules that the backend stores although they name what is gone', async () => {
  const name = uniqueName('staff');
  const created = await createCollection(backend().api, {
    name,
    type: 'auth',
    fields: [field('role'), field('title')],
    listRule: '@request.auth.role = "admin" || title = "public"',
    updateRule: 'id = @request.auth.id && @request.data.role:isset = false',
  });
  await backend().api.patch(`/api/collections/${name}`, { viewRule: `@collection.${name}.id = id` });
  await loadCollections();
  const { editor } = editorOf(created.id);
  editor.editField(keyOf(editor, 'role'), (values, key) => renameField(values, key, 'level'));
  editor.editField(keyOf(editor, 'title'), (values, key) => renameField(values, key, 'job'));
  editor.edit((values) => renameCollection(values, `${name}_2`), 'name');
  await editor.save();
  const { references, ownReferences } = editor.$review.get() ?? {};
  expect(references).toEqual([]);
  const role = { kind: 'field', name: 'role', to: 'level' };
  expect(ownReferences?.map(({ place, mentions }) => [place, mentions])).toEqual([
    ['listRule', [role]],
    ['viewRule', [{ kind: 'collection', name, to: `${name}_2` }]],
    ['updateRule', [role]],
  ]);

  // The backend notices the other field; a rule that the edit has updated is right.
  editor.cancelReview();
  editor.edit((values) => ({ ...values, listRule: '@request.auth.level = "admin" || job = "public"' }));
  expect(await editor.save()).toBe(false);
  expect(editor.$review.get()?.ownReferences.map(({ place }) => place)).toEqual(['viewRule', 'updateRule']);
  expect(await editor.confirmReview()).toBe(true);
  expect(editor.$saved.get()?.updateRule).toContain('role:isset');
});

test('[CE-14] the review takes a text in double quotes for a text, as the backend does', async () => {
  const name = uniqueName('quoted');
  const { id } = await createCollection(backend().api, {
    name,
    fields: [field('title'), field('state'), field('rank')],
    indexes: [`CREATE INDEX idx_${name} ON ${name} (title) WHERE "state" = "draft"`],
  });
  await loadCollections();
  const { editor } = editorOf(id);
  editor.editField(keyOf(editor, 'rank'), removeField);
  expect(await editor.save()).toBe(false);
  expect(editor.$review.get()?.refusedIndexes).toEqual([]);
  expect(await editor.confirmReview()).toBe(true);
  // A removed field would be compared as a text from now on.
  editor.editField(keyOf(editor, 'state'), removeField);
  await editor.save();
  expect(editor.$review.get()?.refusedIndexes).toMatchObject([{ missing: ['state'] }]);
});

test('an index that was added elsewhere can be shown when the stored collection replaces the listed one', async () => {
  const name = uniqueName('indexed');
  const { id } = await createCollection(backend().api, { name, fields: [field('title')] });
  await loadCollections();
  const indexes = [`CREATE INDEX idx_${name} ON ${name} (title)`];
  await backend().api.patch(`/api/collections/${id}`, { indexes });
  const { editor } = editorOf(id);
  await until(editor.$tools, (tools) => tools !== undefined);
  expect(editor.$values.get().indexes).toHaveLength(1);
});

test('[CE-17] closing asks only when there are changes', async () => {
  const clean = editorOf();
  expect(await clean.editor.close()).toBe(true);
  expect(clean.calls.closed).toBe(1);
  const { editor, calls } = editorOf();
  editor.addField('text');
  const staying = editor.close();
  expect(await answerQuestion(false)).toBe(
    'You have unsaved changes. Do you really want to close the panel?',
  );
  expect(await staying).toBe(false);
  expect(calls.closed).toBe(0);
  const leaving = editor.close();
  await answerQuestion(true);
  expect(await leaving).toBe(true);
  expect(calls.closed).toBe(1);
});

test('[CE-19] duplicating replaces the panel', async () => {
  const { editor, calls } = await saved();
  await editor.duplicate();
  expect($question.get()).toBeUndefined();
  expect(calls).toMatchObject({ closed: 1, copies: [`${editor.$saved.get()?.name}_duplicate`] });
});

test('[CE-20] deleting asks first, and a rejected deletion changes nothing', async () => {
  const { editor, calls } = await saved();
  const { id, name } = editor.$saved.get() ?? { id: '', name: '' };
  await createCollection(backend().api, {
    name: uniqueName('pointing'),
    fields: [field('to', 'relation', { collectionId: id })],
  });
  const rejected = editor.remove();
  expect(await answerQuestion(true)).toBe(
    `Do you really want to delete collection "${name}" and all its records?`,
  );
  await rejected;
  expect(calls.closed).toBe(0);
  expect($collectionList.get().some((one) => one.id === id)).toBe(true);

  const second = await saved();
  const told = otherTab();
  const removing = second.editor.remove();
  await answerQuestion(true);
  await removing;
  expect(await told).toBe('reload');
  expect(second.calls.closed).toBe(1);
  expect($collectionList.get().some((one) => one.id === second.editor.$saved.get()?.id)).toBe(false);
});

test('[CE-05] a new type without options switches from the options tab to the fields', () => {
  const { editor } = editorOf();
  editor.setType('auth');
  editor.$tab.set('options');
  editor.setType('auth');
  expect(editor.$tab.get()).toBe('options');
  editor.setType('base');
  expect(editor.$tab.get()).toBe('fields');
});

test('[RU-04] unlocking a rule restores its text', () => {
  const { editor } = editorOf();
  editor.toggleRule('listRule');
  expect(editor.$values.get().listRule).toBe('');
  editor.edit((values) => ({ ...values, listRule: 'id = 1' }), 'listRule');
  editor.toggleRule('listRule');
  expect(editor.$values.get().listRule).toBeNull();
  editor.toggleRule('listRule');
  expect(editor.$values.get().listRule).toBe('id = 1');
});

test('[FD-08] a duplicated field gets the focus', async () => {
  const { editor } = await saved();
  const key = keyOf(editor, 'title');
  editor.duplicateField(key);
  const copy = editor.$values.get().fields[1];
  expect(copy?.name).toBe('title_copy');
  expect(editor.$newField.get()).toBe(copy?.key);
});

test('[CE-10][IX-07] setting an index to its stored statement is not a change', async () => {
  const name = uniqueName('still');
  const { id } = await createCollection(backend().api, {
    name,
    fields: [field('title')],
    indexes: [`CREATE INDEX idx_${name} ON ${name} (title)`],
  });
  await loadCollections();
  const { editor } = editorOf(id);
  await until(editor.$tools, (tools) => tools !== undefined);
  const sql = editor.$values.get().indexes[0]?.sql ?? '';
  editor.edit((values) => setIndex(values, 0, sql));
  expect(editor.$isDirty.get()).toBe(false);
  const key = keyOf(editor, 'title');
  editor.editField(key, (values) => renameField(values, key, 'heading'), 'name');
  expect(fieldByKey(editor.$values.get(), key)?.name).toBe('heading');
  expect(editor.$isDirty.get()).toBe(true);
});

test('invalid numbers are not sent', async () => {
  const { editor } = editorOf();
  editor.setType('auth');
  editor.edit((values) => ({ ...values, options: { ...values.options, minPassword: 5 } }));
  const fetched = vi.spyOn(globalThis, 'fetch');
  expect(await editor.save()).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
  expect(editor.$errors.get()).toEqual({ 'auth.minPassword': 'Must be no less than 6.' });
  expect(editor.$tab.get()).toBe('options');
});

test('an invalid number is reported before the review opens', async () => {
  const { editor } = await saved();
  const [title, rank] = [keyOf(editor, 'title'), keyOf(editor, 'rank')];
  editor.editField(rank, removeField);
  editor.editField(title, (values) => setFieldOption(values, title, 'max', 2.5), 'max');
  expect(await editor.save()).toBe(false);
  expect(editor.$review.get()).toBeUndefined();
  expect(editor.$fieldErrors.get()).toEqual({ [title]: { max: 'Must be a whole number.' } });
});

test('[FD-14] options with errors open automatically, unless others with errors are open', async () => {
  const { editor } = await saved([field('title'), field('body')]);
  const [title, body] = [keyOf(editor, 'title'), keyOf(editor, 'body')];
  editor.$openField.set(title);
  const makeInvalid = (key: string) => {
    editor.editField(key, (values) => setFieldOption(values, key, 'max', 1.5), 'max');
  };
  makeInvalid(body);
  await editor.save();
  expect(editor.$openField.get()).toBe(body);
  makeInvalid(title);
  await editor.save();
  expect(Object.keys(editor.$fieldErrors.get())).toEqual([title, body]);
  expect(editor.$openField.get()).toBe(body);
});

test('switching the type keeps the query and the options, and removes errors of fields that the type lacks', async () => {
  const { editor } = editorOf();
  editor.addField('select');
  expect(await editor.save()).toBe(false);
  expect(editor.$tabErrors.get().size).toBe(1);
  editor.setType('view');
  expect(editor.$tabErrors.get().size).toBe(0);
  editor.edit((values) => ({ ...values, query: 'SELECT id FROM posts' }));
  editor.setType('auth');
  expect(editor.$values.get().options).toMatchObject({ minPassword: 8 });
  editor.setType('view');
  expect(editor.$values.get().query).toBe('SELECT id FROM posts');
});

test('[RU-05] rule completions of a new collection use its type and name', async () => {
  const { editor } = editorOf();
  editor.addField('text');
  expect(rulePaths(editor, 'email').names).toEqual([]);
  editor.setType('auth');
  expect(rulePaths(editor, 'email').names).toEqual(['email', 'emailVisibility']);
  const name = uniqueName('called');
  editor.edit((values) => renameCollection(values, name), 'name');
  expect(rulePaths(editor, `@collection.${name}`).names).toEqual([`@collection.${name}`]);
});

test('a refused field has its message, which the error toast does not say again', async () => {
  const { editor } = editorOf();
  editor.edit((values) => renameCollection(values, uniqueName('born')), 'name');
  editor.addField('text');
  const key = editor.$newField.get() ?? '';
  editor.editField(key, (values) => renameField(values, key, 'created'), 'name');
  expect(await editor.save()).toBe(false);
  expect(Object.keys(editor.$errors.get())).toEqual(['fields.0.name']);
  expect(toasts()).toEqual(['Something went wrong while processing your request.']);
});

test('[CE-22] a field called like a system field in another case gets a message, which the backend does not give', async () => {
  const refused = {
    name: uniqueName('reserved'),
    type: 'auth' as const,
    fields: [field('title'), field('Email')],
  };
  await expect(createCollection(backend().api, refused)).rejects.toHaveProperty('body.data', {});
  const { editor } = await saved();
  await until(editor.$freshness, (state) => state === 'ready');
  const key = keyOf(editor, 'rank');
  const rename = (name: string) => editor.editField(key, (values) => renameField(values, key, name), 'name');
  rename('ID');
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ 'fields.1.name': 'The field name is reserved and cannot be used.' });
  // Only accounts have an email.
  rename('Email');
  expect(await editor.save()).toBe(false);
  expect(await editor.confirmReview()).toBe(true);

  const fresh = editorOf().editor;
  fresh.edit((values) => renameCollection(values, uniqueName('accounts')));
  fresh.setType('auth');
  for (const name of ['TokenKey', 'EMAIL', 'expanded']) {
    fresh.addField('text');
    const added = keyOf(fresh, 'field');
    fresh.editField(added, (values) => renameField(values, added, name), 'name');
  }
  expect(await fresh.save()).toBe(false);
  expect(Object.keys(fresh.$errors.get())).toEqual(['fields.0.name', 'fields.1.name']);
});

test('[CE-22] a collection called like a table of SQLite gets a message, which the backend does not give', async () => {
  const refused = { name: 'SQLite_stat', fields: [field('title')] };
  await expect(createCollection(backend().api, refused)).rejects.toHaveProperty('body.data', {});
  const { editor } = editorOf();
  editor.addField('text');
  editor.edit((values) => renameCollection(values, refused.name), 'name');
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ name: 'Names that begin with sqlite_ are reserved.' });
  editor.edit((values) => renameCollection(values, uniqueName('stat')), 'name');
  expect(await editor.save()).toBe(true);
});

import { existsSync, rmSync } from 'node:fs';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { api } from '#api/client.ts';
import { getSound } from '#api/collections/memory.ts';
import { list, members } from '#domain/app/lenient.ts';
import { addField, renameField, setFieldOption } from '#domain/collections/editor/fields.ts';
import { setRule } from '#domain/collections/editor/values.ts';
import { programOf } from '#scripts/test/programs.ts';
import { $backend } from '#stores/app/line.ts';
import { signIn } from '#stores/app/session.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, copyTemplate } from '#tests/support/template.ts';
import { setLine } from '#wire/choose.ts';
import { readCollection } from '#wire/collections.ts';
import { writeEntry } from '#wire/pb23/save-collection.ts';
import { contentOf, structureOf, withChanged, withoutViews } from './no-harm-fixture.ts';
import { save } from './save-changes.ts';

const OLD = programOf('0.22.27');
const NEW = programOf('0.40.6');

/*
 * A folder that 0.22 has made and 0.40.6 has upgraded: its fields have ids that no newer program would give them, so
 * that one which is sent without its id loses its column.
 */
describe.runIf(process.env['ALL_CASES'] && existsSync(OLD) && existsSync(NEW))('an upgraded folder', () => {
  let backend: Backend;
  const ids: Record<'posts' | 'people' | 'seen', string> = { posts: '', people: '', seen: '' };

  beforeAll(async () => {
    $collections.listen(() => {});
    const dir = await copyTemplate('template', OLD);
    setLine('pb22');
    const old = await startPocketBase({ bin: OLD, dir });
    const target = await createCollection(old.api, { name: 'targets', fields: [field('title')] });
    const posts = await createCollection(old.api, {
      name: 'posts',
      fields: [
        field('title', 'text', { min: 2, max: 80, pattern: '^.+$' }),
        field('plain'),
        field('rich', 'editor', { stripsDomain: true }),
        field('rank', 'number', { min: -1.5, max: 9 }),
        field('kinds', 'select', { choices: ['a', 'b'], max: 2 }),
        field('many', 'relation', { collectionId: target.id, max: null, cascades: true }),
        field('papers', 'file', { max: 9, maxSize: 1000, mimeTypes: ['text/plain'] }),
        field('data', 'json', { maxSize: 99 }),
      ],
      indexes: ['CREATE UNIQUE INDEX idx_old ON posts (title)'],
      listRule: '',
    });
    const people = await createCollection(old.api, {
      ...{ name: 'people', type: 'auth', fields: [field('nick')], manageRule: 'id = ""' },
    });
    const query = 'SELECT id, title, rank, created FROM posts';
    const seen = await createCollection(old.api, { name: 'seen', type: 'view', query });
    Object.assign(ids, { posts: posts.id, people: people.id, seen: seen.id });
    const { id } = await createRecord(old.api, target.id, { title: 'x' });
    await createRecord(old.api, posts.id, {
      ...{ title: 'first', plain: 'p', rank: 3, kinds: ['a', 'b'], many: [id], data: { a: 1 } },
    });
    await old.stop();
    setLine('pb23');
    backend = await startPocketBase({ bin: NEW, dir });
    browser.backend = backend.url;
    api().baseUrl = backend.url;
    $backend.set({ line: 'pb23', version: '0.40.6' });
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    await loadCollections();
  });

  afterAll(async () => {
    setLine(undefined);
    $backend.set(undefined);
    await backend?.stop();
    if (backend) rmSync(backend.dir, { recursive: true, force: true });
  });

  test('[NC-03] what is read is sent back as it is stored', async () => {
    const { items } = await backend.api.get<{ items: { id: string }[] }>('/api/collections?perPage=200');
    expect(items.length).toBeGreaterThan(8);
    // With any save it adds keys that its upgrade has left out.
    for (const { id } of items) await backend.api.patch(`/api/collections/${id}`, {});
    const [before, structure] = [contentOf(backend), structureOf(backend)];
    for (const { id } of items) {
      const { fields, indexes } = writeEntry(readCollection(await backend.api.get(`/api/collections/${id}`)));
      await backend.api.patch(`/api/collections/${id}`, { fields, indexes });
    }
    expect(contentOf(backend)).toEqual(before);
    expect(structureOf(backend)).toEqual(structure);
  });

  test('[NC-03] a rule and an option alone are changed', async () => {
    const before = withoutViews(contentOf(backend));
    await save(ids.posts, (values) => setRule(values, 'viewRule', 'rank > 1'));
    const rank = (await getSound(ids.posts)).fields.find(({ name }) => name === 'rank');
    await save(ids.posts, (values) => setFieldOption(values, rank?.id ?? '', 'max', 12));
    const expected = withChanged(before, ids.posts, (one) => ({
      ...one,
      viewRule: 'rank > 1',
      fields: list(one['fields'], members).map((each) =>
        each['name'] === 'rank' ? { ...each, max: 12 } : each,
      ),
    }));
    expect(withoutViews(contentOf(backend))).toEqual(expected);
  });

  test('[NC-04] a renamed field and one that is added keep all values of the others', async () => {
    const plain = (await getSound(ids.posts)).fields.find(({ name }) => name === 'plain');
    await save(ids.posts, (values) => {
      const key = `new-${values.nextKey}`;
      return renameField(addField(renameField(values, plain?.id ?? '', 'simple'), 'text'), key, 'plain');
    });
    const [row] = backend.sql('SELECT title, simple, plain, rank, kinds, data FROM posts');
    expect({ ...row }).toEqual({
      ...{ title: 'first', simple: 'p', plain: '', rank: 3, kinds: '["a","b"]', data: '{"a":1}' },
    });
  });
});

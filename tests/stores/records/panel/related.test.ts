import { afterEach, describe, expect, test } from 'vitest';
import { $query, go, setQuery, startRouting } from '#stores/app/route.ts';
import { $activeCollection, $collections, loadCollections } from '#stores/collections/list.ts';
import { openRecord, openRelated } from '#stores/records/open.ts';
import { $preview, closePreview, recordWalk, startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $panels } from '#stores/records/panel/stack.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { answerQuestion, backend, toCollection, until } from '../record-fixture.ts';

startStores(() => [startRouting(), $collections.listen(() => {}), startRecordPanels()]);
afterEach(() => {
  for (const panel of $panels.get()) panel.dispose();
  closePreview();
});

/** Opens the list of posts; cats are other records, of which `view` shows the same. */
async function show() {
  const { api } = backend();
  const posts = await createCollection(api, { name: uniqueName('posts'), fields: [field('title')] });
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('title')] });
  const query = `select id, title from ${cats.name}`;
  const view = await createCollection(api, { name: uniqueName('view'), type: 'view', query });
  const post = await createRecord(api, posts.name, { title: 'p' });
  const [a, b] = [
    await createRecord(api, cats.name, { title: 'a' }),
    await createRecord(api, cats.name, { title: 'b' }),
  ];
  await loadCollections();
  go('collections', { collectionId: posts.id });
  await until($activeCollection, (active) => active?.id === posts.id);
  return { posts: toCollection(posts), cats: toCollection(cats), view: toCollection(view), post, a, b };
}

const opened = () => $panels.get().map((panel) => panel.$recordId.get());
const lowest = () => {
  const [panel] = $panels.get();
  if (!panel) throw new Error('No panel is open.');
  return panel;
};
/** Opens the record of the list, and edits it. */
async function edit({ post }: Awaited<ReturnType<typeof show>>) {
  openRecord(post.id);
  await until($panels, ({ length }) => length === 1);
  await until(lowest().$record, ({ state }) => state === 'ready');
  lowest().set('title', 'typed');
}

describe('a related record', () => {
  test('opens above the list, with an address of its own', async () => {
    const { posts, cats, a } = await show();
    await openRelated(cats, a.id);
    expect($query.get()).toEqual({ collectionId: posts.id, recordId: a.id, recordOf: cats.id });
    expect(opened()).toEqual([a.id]);
    expect($activeCollection.get()?.id).toBe(posts.id);
    expect(recordWalk.$neighbours.get()).toBeUndefined();
    await lowest().close();
    expect($query.get()).toEqual({ collectionId: posts.id });
  });

  test('of the list itself has the address of its row', async () => {
    const { posts, post } = await show();
    await openRelated(posts, post.id);
    expect($query.get()).toEqual({ collectionId: posts.id, recordId: post.id });
  });

  test('opens from an address, and not with an unknown collection', async () => {
    const { cats, a } = await show();
    setQuery({ recordId: a.id, recordOf: cats.id });
    expect(opened()).toEqual([a.id]);
    setQuery({ recordOf: 'unknown' });
    expect(opened()).toEqual([]);
  });

  test('with the same id as the opened one takes its place', async () => {
    const { posts, cats, post } = await show();
    await createRecord(backend().api, cats.name, { id: post.id, title: 'twin' });
    openRecord(post.id);
    expect(lowest().$collection.get().id).toBe(posts.id);
    setQuery({ recordOf: cats.id });
    expect($panels.get().map(({ $collection }) => $collection.get().id)).toEqual([cats.id]);
    expect($query.get()).toEqual({ collectionId: posts.id, recordId: post.id, recordOf: cats.id });
  });

  test('gives way to another record of the list', async () => {
    const { posts, cats, post, a } = await show();
    await openRelated(cats, a.id);
    openRecord(post.id);
    expect(opened()).toEqual([post.id]);
    expect($query.get()).toEqual({ collectionId: posts.id, recordId: post.id });
  });

  test('opens above a panel, whose address and typed text stay', async () => {
    const shown = await show();
    await edit(shown);
    await openRelated(shown.cats, shown.a.id);
    expect(opened()).toEqual([shown.post.id, shown.a.id]);
    expect($query.get()['recordId']).toBe(shown.post.id);
    await $panels.get().at(-1)?.close();
    expect(opened()).toEqual([shown.post.id]);
    expect(lowest().$values.get()['title']).toBe('typed');
  });

  test('is closed by Back, from any depth and one at a time', async () => {
    const shown = await show();
    await edit(shown);
    await openRelated(shown.cats, shown.a.id);
    await openRelated(shown.cats, shown.b.id);
    for (const left of [[shown.post.id, shown.a.id], [shown.post.id]]) {
      setQuery({ recordId: undefined });
      await until($panels, ({ length }) => length === left.length);
      expect(opened()).toEqual(left);
      expect($query.get()['recordId']).toBe(shown.post.id);
    }
  });

  test('of the address asks before Back discards edits', async () => {
    const { cats, a } = await show();
    await openRelated(cats, a.id);
    await until(lowest().$record, ({ state }) => state === 'ready');
    lowest().set('title', 'typed');
    setQuery({ recordId: undefined, recordOf: undefined });
    await answerQuestion(false);
    expect($query.get()).toMatchObject({ recordId: a.id, recordOf: cats.id });
    expect(opened()).toEqual([a.id]);
  });

  test('of a view in the address asks before it discards edits', async () => {
    const shown = await show();
    setQuery({ recordId: shown.a.id, recordOf: shown.view.id });
    await until($preview, (preview) => preview !== undefined);
    await edit(shown);
    setQuery({ recordId: shown.a.id, recordOf: shown.view.id });
    await answerQuestion(false);
    expect($query.get()['recordId']).toBe(shown.post.id);
    expect($preview.get()).toBeUndefined();
    expect(lowest().$values.get()['title']).toBe('typed');
  });

  test('that is open already comes back to the top, unless a panel above has edits to keep', async () => {
    const shown = await show();
    await edit(shown);
    const { cats, posts, post, a, b } = shown;
    await openRelated(cats, a.id);
    await openRelated(cats, b.id);
    const top = $panels.get().at(-1);
    if (top) await until(top.$record, ({ state }) => state === 'ready');
    top?.set('title', 'typed');
    await openRelated(posts, post.id);
    await answerQuestion(false);
    expect(opened()).toEqual([post.id, a.id, b.id]);
    await openRelated(posts, post.id);
    await answerQuestion(true);
    await until($panels, ({ length }) => length === 1);
    expect(opened()).toEqual([post.id]);
  });

  test('is the fifth at most', async () => {
    const { cats, a } = await show();
    const { api } = backend();
    await openRelated(cats, a.id);
    for (let depth = 2; depth <= 6; depth += 1) {
      const { id } = await createRecord(api, cats.name, { title: 'more' });
      await openRelated(cats, String(id));
    }
    expect(opened()).toHaveLength(5);
    expect(typedToasts()).toContain('info: 5 records are open above one another. Close one first.');
  });

  test('of a view is shown above the panel, and Back closes only that', async () => {
    const shown = await show();
    await edit(shown);
    await openRelated(shown.view, shown.a.id);
    expect($preview.get()?.recordId).toBe(shown.a.id);
    setQuery({ recordId: undefined });
    expect($preview.get()).toBeUndefined();
    expect(opened()).toEqual([shown.post.id]);
  });

  test('opens above the preview of a view, and Back closes only that', async () => {
    const { view, cats, a, b } = await show();
    setQuery({ collectionId: view.id, recordId: a.id });
    await until($preview, (preview) => preview?.source !== undefined);
    await openRelated(cats, b.id);
    expect(opened()).toEqual([b.id]);
    setQuery({ recordId: undefined });
    await until($panels, ({ length }) => length === 0);
    expect($preview.get()?.recordId).toBe(a.id);
    expect($query.get()['recordId']).toBe(a.id);
  });

  test('above the preview of a view is closed by Back after a question, one at a time', async () => {
    const { view, cats, a, b } = await show();
    setQuery({ collectionId: view.id, recordId: a.id });
    await until($preview, (preview) => preview?.source !== undefined);
    await openRelated(cats, b.id);
    await until(lowest().$record, ({ state }) => state === 'ready');
    lowest().set('title', 'typed');
    await openRelated(cats, a.id);
    setQuery({ recordId: undefined });
    await until($panels, ({ length }) => length < 2);
    expect(opened()).toEqual([b.id]);
    setQuery({ recordId: undefined });
    await answerQuestion(false);
    expect(opened()).toEqual([b.id]);
    expect(lowest().$values.get()['title']).toBe('typed');
  });

  test('of a view replaces the preview of another one, at its own address', async () => {
    const { view, a, b } = await show();
    setQuery({ collectionId: view.id, recordId: a.id, filter: 'title != ""' });
    await until($preview, (preview) => preview?.source !== undefined);
    await openRelated(view, b.id);
    const shown = await until($preview, (preview) => preview?.source !== undefined);
    expect(shown).toMatchObject({ collection: { id: view.id }, recordId: b.id });
    expect($query.get()).toEqual({ collectionId: view.id, recordId: b.id });
    expect(opened()).toEqual([]);
  });

  test('closes with its list', async () => {
    const { view, cats, a, b } = await show();
    await openRelated(cats, a.id);
    await openRelated(cats, b.id);
    go('collections', { collectionId: view.id });
    expect(opened()).toEqual([]);
  });
});

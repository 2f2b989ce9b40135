import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { go } from '#stores/app/route.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { whenRefused } from '#stores/job/batch-settings.ts';
import { $bulk } from '#stores/records/bulk/state.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import { $total, selectRecords } from '#stores/records/list.ts';
import { undo } from '#stores/records/undo/run.ts';
import { loseResponses, watchRequests } from '#tests/stores/network-fixture.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { ids, loaded, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts, until } from '../record-fixture.ts';
import { createProjects, lastEntry, storedRecords, withoutTimes } from '../undo/undo-fixture.ts';
import {
  changeSelected,
  createPosts,
  openPosts,
  type Posts,
  selectAll,
  selected,
  storedPosts,
} from './bulk-fixture.ts';

const HELD = 'Not sent: its batch was held, because another one in it was refused.';
const setBatch = (batch: object) => backend().api.patch('/api/settings', { batch });
const batchesIn = (sent: readonly string[]) => sent.filter((one) => one === 'POST /api/batch').length;

startRecordsPage();
beforeEach(() => hasNewerLine && setBatch({ enabled: true, maxRequests: 50, timeout: 3 }));
afterEach(() => void whenRefused.update(() => 'skip'));

/** From now on the backend refuses changes of the record at this position. */
const refuseAt = async (posts: Posts, at: number) => {
  const path = `/api/collections/${posts.collection.id}`;
  const { fields } = await backend().api.get<{ fields: { name: string }[] }>(path);
  const limited = fields.map((one) => (one.name === 'price' ? { ...one, max: 1e6 } : one));
  await backend().api.patch(path, { fields: limited });
  await loadCollections();
  backend().write('data', (db) =>
    db.prepare(`UPDATE ${posts.collection.name} SET price = 2e6 WHERE id = ?`).run(posts.ids[at] ?? ''),
  );
};

describe.runIf(hasNewerLine)('on a newer backend', () => {
  test.each([
    ['skip', 119],
    ['hold', 70],
  ] as const)(
    '[BY-17] many records are changed in batches, and a refused one: %s',
    async (refused, count) => {
      const posts = await createPosts(120);
      await refuseAt(posts, 60);
      await openPosts(posts, undefined, 120);
      whenRefused.update(() => refused);
      selectAll();
      const before = await storedPosts(posts);
      const { sent, stop } = watchRequests();
      await changeSelected({ status: ['set', 'done'], tags: ['add', ['c'] as never] });
      stop();
      expect(batchesIn(sent)).toBe(refused === 'hold' ? 3 : 4);
      expect(sent.filter((one) => one.startsWith('PATCH'))).toEqual([]);
      const after = await storedPosts(posts);
      const changed = posts.ids.filter((id) => after.get(id)?.['status'] === 'done');
      expect(changed).toHaveLength(count);
      for (const id of changed) expect(after.get(id)?.['tags']).toEqual(['a', 'b', 'c']);
      const bulk = $bulk.get();
      const named = bulk.state === 'failed' ? bulk.refused : [];
      expect(named.map(({ id }) => id)).toEqual(posts.ids.filter((id) => !changed.includes(id)));
      expect(named.filter(({ message }) => message === HELD)).toHaveLength(120 - count - 1);
      expect(selected().sort()).toEqual(named.map(({ id }) => id).sort());
      await undo(lastEntry().id);
      expect(lastEntry().undo).toMatchObject({ state: 'undone', done: count, left: [] });
      const back = await storedPosts(posts);
      expect(withoutTimes(Object.fromEntries(back))).toEqual(withoutTimes(Object.fromEntries(before)));
    },
  );

  test('[BY-17] a batch without a response is not sent again, and what it has stored can be undone', async () => {
    const posts = await createPosts(60);
    await openPosts(posts, undefined, 60);
    selectAll();
    const stopLosing = loseResponses(({ path }) => path === '/api/batch');
    const { sent, stop } = watchRequests();
    await changeSelected({ price: ['add', '1' as never] });
    stop();
    stopLosing();
    expect(batchesIn(sent)).toBe(1);
    const stored = () => backend().sql(`SELECT sum(price) n FROM ${posts.collection.name}`)[0]?.['n'];
    expect(stored()).toBe((59 * 60) / 2 + 50);
    const bulk = $bulk.get();
    expect(bulk.state === 'failed' && bulk.refused.map(({ message }) => message)).toEqual(
      Array(50).fill('No response: the change may have been stored all the same.'),
    );
    await undo(lastEntry().id);
    expect(stored()).toBe((59 * 60) / 2);
  });

  test.each([
    ['skip', 1],
    ['hold', 3],
  ] as const)('[BY-17] records are deleted in batches and come back: %s', async (refused, kept) => {
    whenRefused.update(() => refused);
    const { projects, tasks, people } = await createProjects();
    const { api } = backend();
    const made: string[] = [];
    for (let at = 0; at < 8; at++) made.push((await createRecord(api, projects.id, { title: `p${at}` })).id);
    for (const project of made) await createRecord(api, tasks.id, { title: 'of it', project });
    const favourites = made.slice(0, 6);
    await createRecord(api, people.id, {
      ...{ email: 'a@example.com', password: '1234567890', passwordConfirm: '1234567890' },
      ...{ favourites, current: made[1] },
    });
    // The fifth can't be deleted: somebody needs it.
    const needers = await createCollection(api, {
      name: uniqueName('needers'),
      fields: [field('needs', 'relation', { isRequired: true, collectionId: projects.id })],
    });
    await createRecord(api, needers.id, { needs: made[4] ?? '' });
    await loadCollections();
    await setBatch({ enabled: true, maxRequests: 3, timeout: 3 });
    go('collections', { collectionId: projects.id, sort: '+created' });
    await until($activeCollection, (active) => active?.id === projects.id);
    await until($total, (total) => total === 8);
    await loaded();
    const chosen = ids().filter((id) => id !== made[7]);
    selectRecords(chosen);
    const before = [await storedRecords(projects.id), await storedRecords(people.id)].map(withoutTimes);
    const deleting = deleteSelected();
    const question = await until($question, (shown) => shown !== undefined);
    const details = question?.$details;
    const ready =
      details && (await until(details, (load) => load.state === 'ready' && load.value.length > 1));
    expect(ready?.state === 'ready' && ready.value.at(-1)).toContain(
      'in batches of 3: all or nothing of each',
    );
    const { sent, stop } = watchRequests();
    await answerQuestion(true);
    await deleting;
    stop();
    expect(batchesIn(sent)).toBeGreaterThan(1);
    const bulk = $bulk.get();
    const named = bulk.state === 'failed' ? bulk.refused : [];
    expect(named.map(({ id }) => id)).toContain(made[4]);
    expect(named).toHaveLength(kept);
    expect(Object.keys(await storedRecords(projects.id)).sort()).toEqual(
      [...named.map(({ id }) => id), made[7]].sort(),
    );
    await undo(lastEntry().id);
    expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
    const after = [await storedRecords(projects.id), await storedRecords(people.id)].map(withoutTimes);
    expect(after).toEqual(before);
    expect(toasts()).not.toContain('');
  });
});

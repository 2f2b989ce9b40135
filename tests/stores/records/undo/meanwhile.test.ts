import { beforeEach, expect, test } from 'vitest';
import { deleteRecord } from '#api/records/delete.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import { $journal } from '#stores/records/journal.ts';
import { selectRecords } from '#stores/records/list.ts';
import { keepForUndo } from '#stores/records/undo/delete.ts';
import { undo } from '#stores/records/undo/run.ts';
import { answerRequests, holdRequests } from '#tests/stores/network-fixture.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createRecord } from '#tests/support/factories.ts';
import { ids, showRecords, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts } from '../record-fixture.ts';
import { createProjects, fileText, lastEntry, signal, storedRecords, textFile } from './undo-fixture.ts';

startRecordsPage();
beforeEach(() => $journal.set([]));

const post = (collection: string, values: Parameters<typeof createRecord>[2]) =>
  createRecord(backend().api, collection, values);
const patch = (collection: string, id: string, values: object) =>
  backend().api.patch(`/api/collections/${collection}/records/${id}`, values);
const remove = (collection: string, id: string) =>
  backend().api.delete(`/api/collections/${collection}/records/${id}`);

/** Deletes batches of projects as the dashboard does; somebody else acts before each of them. */
async function deleteBatches(
  projects: { id: string; name: string },
  batches: readonly (readonly string[])[],
  before: readonly (() => Promise<unknown>)[],
) {
  const copies = await keepForUndo(projects, batches.flat(), { signal });
  for (const [at, batch] of batches.entries()) {
    await before[at]?.();
    expect(await copies?.refresh(batch, { signal })).toEqual(new Map());
    await inParallel(batch, 1, (id) => deleteRecord(projects.id, id).catch(() => {}));
  }
  await copies?.note(batches.flat());
  await undo(lastEntry().id);
}

test('[TR-48] a mass delete keeps what is stored right before each record is deleted', async () => {
  const { name } = (await showRecords(3)).created;
  const [first = '', second = '', third = ''] = ids();
  selectRecords(ids());
  let reads = 0;
  let hasHeld = false;
  // The second look at the records; their delete, should there be none.
  const held = holdRequests(({ method, params }) => {
    if (params['fields'] === '' && params['filter']?.includes(`id="${first}"`)) reads += 1;
    if (hasHeld || (method !== 'DELETE' && reads < 2)) return false;
    hasHeld = true;
    return true;
  });
  const deleting = deleteSelected();
  await answerQuestion(true);
  await held.arrived;
  await patch(name, second, { title: 'changed meanwhile' });
  await remove(name, third);
  held.release();
  await deleting;
  await undo(lastEntry().id);
  expect(toasts()).toContain('Brought back 2 records.');
  const stored = await storedRecords(name);
  expect(Object.keys(stored).sort()).toEqual([first, second].sort());
  expect(stored[second]).toMatchObject({ title: 'changed meanwhile' });
});

test('[TR-48] children that somebody makes meanwhile come back, and what somebody deletes meanwhile does not', async () => {
  const { projects, tasks } = await createProjects();
  const [a, b] = [await post(projects.id, { title: 'a' }), await post(projects.id, { title: 'b' })];
  const [gone, moved] = [
    await post(tasks.id, { title: 'gone', project: a.id }),
    await post(tasks.id, { title: 'moved', project: a.id }),
  ];
  let made = '';
  await deleteBatches(
    projects,
    [[a.id, b.id]],
    [
      async () => {
        made = (await post(tasks.id, { title: 'made', project: b.id, proof: textFile('proof.txt', 'new') }))
          .id;
        await remove(tasks.id, gone.id);
        const other = await post(projects.id, { title: 'other' });
        await patch(tasks.id, moved.id, { project: other.id });
      },
    ],
  );
  const stored = await storedRecords(tasks.id);
  expect(
    Object.values(stored)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['made', 'moved']);
  expect(await fileText(stored[made] ?? {}, stored[made]?.['proof'])).toBe('new');
  expect(lastEntry().undo).toMatchObject({ state: 'undone', done: 3, left: [] });
});

test('[TR-48] a list that loses its references batch by batch gets all of them back, with the changes of others', async () => {
  const { projects, tasks, notes, people } = await createProjects();
  const [a, b, c] = [
    await post(projects.id, { title: 'a' }),
    await post(projects.id, { title: 'b' }),
    await post(projects.id, { title: 'c' }),
  ];
  const [ofA, ofB] = [
    await post(tasks.id, { title: 'of a', project: a.id }),
    await post(tasks.id, { title: 'of b', project: b.id }),
  ];
  const note = await post(notes.id, { tasks: [ofA.id, ofB.id] });
  const person = await createUser(backend(), people.id, { favourites: [a.id, b.id], current: a.id });
  await deleteBatches(
    projects,
    [[a.id], [b.id]],
    [
      async () => undefined,
      async () => {
        expect(await storedRecords(people.id)).toMatchObject({
          [person.id]: { favourites: [b.id], current: '' },
        });
        await patch(people.id, person.id, { favourites: [b.id, c.id] });
      },
    ],
  );
  expect(Object.keys(await storedRecords(projects.id)).sort()).toEqual([a.id, b.id, c.id].sort());
  expect(await storedRecords(notes.id)).toMatchObject({ [note.id]: { tasks: [ofA.id, ofB.id] } });
  const { favourites, current } = (await storedRecords(people.id))[person.id] ?? {};
  expect([...(favourites as string[])].sort()).toEqual([a.id, b.id, c.id].sort());
  expect(current).toBe(a.id);
});

test('[TR-48] a reference that this deletion took comes back, one that somebody else took does not', async () => {
  const { projects, people } = await createProjects();
  const [a, b] = [await post(projects.id, { title: 'a' }), await post(projects.id, { title: 'b' })];
  const person = await createUser(backend(), people.id, { favourites: [a.id, b.id] });
  await deleteBatches(
    projects,
    [[a.id], [b.id]],
    [async () => undefined, () => patch(people.id, person.id, { favourites: [] })],
  );
  expect(await storedRecords(people.id)).toMatchObject({ [person.id]: { favourites: [a.id] } });
});

test('[TR-48] what can’t be kept by then is left alone, or named', async () => {
  const { projects, tasks } = await createProjects();
  const [a, b] = [await post(projects.id, { title: 'a' }), await post(projects.id, { title: 'b' })];
  const copies = await keepForUndo(projects, [a.id, b.id], { signal });
  const big = await post(tasks.id, { title: 'big', project: b.id, proof: textFile('big.txt', 'big') });
  answerRequests(
    ({ path }) => path.endsWith(String(big['proof'])),
    () => new Response('x', { headers: { 'content-length': '20000001' } }),
  );
  expect(await copies?.refresh([b.id], { signal })).toEqual(new Map());
  expect(toasts()).toEqual([
    `More than 20 MB a record or 100 MB in all are not kept: ${big['proof']}. They can’t be brought back.`,
  ]);
  const task = await post(tasks.id, { title: 't', project: a.id });
  const more = Array.from({ length: 1000 }, (_, at) => ({ id: `copy${String(at).padStart(11, '0')}` }));
  backend().copyRow(tasks.name, task.id, more);
  expect(await copies?.refresh([a.id], { signal })).toEqual(
    new Map([[a.id, 'More than 1,000 other records refer to what is deleted.']]),
  );
});

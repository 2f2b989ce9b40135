import { expect, test } from 'vitest';
import { countRecords, listRecords } from '#api/records/list.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { onNewer } from '../newer-backends.ts';
import { backend } from './record-fixture.ts';

type Running = Pick<ReturnType<typeof backend>, 'api' | 'write'>;

/** A list with a record whose JSON has a number that no double can hold, and another record. */
async function withHugeNumber({ api, write }: Running) {
  const fields = [field('title'), field('meta', 'json', { maxSize: 2000 })];
  const { id, name } = await createCollection(api, { name: uniqueName('huge'), fields });
  const huge = await createRecord(api, id, { title: 'huge', meta: {} });
  await createRecord(api, id, { title: 'other' });
  write('data', (db) => {
    db.prepare(`UPDATE ${name} SET meta = ? WHERE id = ?`).run('{"n":1e400}', huge.id);
  });
  return { collection: id, page: 1, perPage: 30, sort: 'title', expand: '', fields: 'id,title' };
}

const titlesOf = async (query: Parameters<typeof listRecords>[0]) =>
  (await listRecords(query)).items.map(({ title }) => title);

async function check(running: Running) {
  const query = await withHugeNumber(running);
  expect(await titlesOf({ ...query, filter: '' })).toEqual(['huge', 'other']);
  expect(await titlesOf({ ...query, filter: 'title="huge"' })).toEqual(['huge']);
  expect(await titlesOf({ ...query, filter: 'title="other"' })).toEqual(['other']);
  expect(await countRecords(query.collection, 'title="huge"')).toBe(1);
  await expect(listRecords({ ...query, filter: 'nothing=1' })).rejects.toMatchObject({ status: 400 });
}

test('[TR-61] a number that no double can hold hides no record of a list', () => check(backend()));

onNewer(
  (newer) => {
    test('[TR-61] so it does on the newer line', () => check(newer()));
  },
  ['0.40.6'],
  ['0.23.12', '0.28.4', '0.36.9'],
);

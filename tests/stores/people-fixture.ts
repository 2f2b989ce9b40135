import { createUser } from '#tests/support/accounts.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection } from './records/record-fixture.ts';

/** Creates a collection with two records. */
export async function createPeople(type: 'base' | 'auth' = 'base') {
  const created = await createCollection(backend().api, {
    name: uniqueName('people'),
    type,
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const create = (name: string) =>
    type === 'auth'
      ? createUser(backend(), created.id, { name, username: name, email: `${name}@example.com` })
      : createRecord(backend().api, created.id, { name });
  const rows = [await create('ann'), await create('bob')];
  return { collection: toCollection(created), ids: rows.map(({ id }) => id) };
}

import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection } from './records/record-fixture.ts';

/** Creates a collection with two records. */
export async function createPeople(type: 'base' | 'auth' = 'base') {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('people'),
    type,
    schema: [field('name', 'text', { presentable: true })],
  });
  const password = 'secret-word-1';
  const user = (name: string) =>
    type === 'auth'
      ? { name, username: name, email: `${name}@example.com`, password, passwordConfirm: password }
      : { name };
  const rows = [
    await createRecord(api, created.name, user('ann')),
    await createRecord(api, created.name, user('bob')),
  ];
  return { collection: toCollection(created), ids: rows.map(({ id }) => id) };
}

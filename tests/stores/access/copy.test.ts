import { expect, test } from 'vitest';
import { onOwnCopy } from '#stores/access/send.ts';
import { createAccounts } from '#tests/support/factories.ts';
import { backend, toCollection } from '../records/record-fixture.ts';

test('an account is copied where passwords must have the largest length', async () => {
  const people = toCollection(await createAccounts(backend().api, { minPasswordLength: 72 }));
  const use = ({ id }: { id: string }) => Promise.resolve(id);
  await expect(onOwnCopy(people, undefined, {}, use)).resolves.toHaveLength(15);
});

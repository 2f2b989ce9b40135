import { expect, test } from 'vitest';
import { parseRecord } from '#domain/records/record.ts';
import { onOwnCopy } from '#stores/access/send.ts';
import { createAccounts, createUser } from '#tests/support/factories.ts';
import { backend, toCollection } from '../records/record-fixture.ts';

test('an account is copied where passwords must have the largest length', async () => {
  const people = toCollection(await createAccounts(backend().api, { minPasswordLength: 72 }));
  const use = ({ id }: { id: string }) => Promise.resolve(id);
  await expect(onOwnCopy(people, undefined, {}, use)).resolves.toHaveLength(15);
});

test.each([
  ['the domain of its record', { exceptEmailDomains: ['example.org'] }],
  ['an allowed domain', { onlyEmailDomains: ['example.com', 'example.org'] }],
])('an account is copied where an email is required, with %s', async (_what, options) => {
  const { api } = backend();
  const people = toCollection(
    await createAccounts(api, { minPasswordLength: 8, requireEmail: true, ...options }),
  );
  const record = parseRecord(await createUser(api, people.id));
  const emails: unknown[] = [];
  await onOwnCopy(people, record, {}, async ({ id }) => {
    emails.push(...backend().sql(`SELECT email FROM ${people.name} WHERE id = '${id}'`));
  });
  expect(emails).toEqual([{ email: expect.stringMatching(/^\w{15}@example\.com$/) }]);
  const { email } = record;
  expect(emails).not.toContainEqual({ email });
});

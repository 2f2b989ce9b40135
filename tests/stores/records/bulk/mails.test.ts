import { expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { go } from '#stores/app/route.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { sendVerificationMails } from '#stores/records/bulk/mails.ts';
import { $total, selectRecords } from '#stores/records/list.ts';
import { $selection } from '#stores/records/selection.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createAccounts } from '#tests/support/factories.ts';
import { ids, loaded, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts, until } from '../record-fixture.ts';
import { rowCount, selectAll, selected } from './bulk-fixture.ts';

startRecordsPage();

/** Opens the list of users: the first is created through the API, the others are copies in the database. */
async function openUsers(users: readonly { readonly email?: ''; readonly verified?: true }[]) {
  const collection = await createAccounts(backend().api);
  const first = await createUser(backend(), collection.id);
  const all = users.map(({ email, verified = false }, index) => {
    const name = `user${String(index).padStart(11, '0')}`;
    const created = first.created.replace(/\d{3}Z$/, `${100 + index}Z`);
    const address = email ?? `${name}@example.com`;
    return { id: name, username: name, tokenKey: name, email: address, verified: verified ? 1 : 0, created };
  });
  backend().copyRow(collection.name, first.id, all);
  await backend().api.delete(`/api/collections/${collection.id}/records/${first.id}`);
  await loadCollections();
  go('collections', { collectionId: collection.id, sort: '+created' });
  await until($activeCollection, (active) => active?.id === collection.id);
  await until($total, (total) => total === users.length);
  await loaded();
  return { collection, ids: all.map(({ id }) => id) };
}

test('asks with the exact number, and mails only users with an email who are not verified', async () => {
  await openUsers([{}, { verified: true }, { email: '' }, {}]);
  selectRecords(ids());
  const sent = watchRequests();
  const sending = sendVerificationMails();
  expect(await answerQuestion(true)).toContain('send a verification email to 2 records?');
  await sending;
  sent.stop();
  expect(sent.sent.filter((request) => request.endsWith('/request-verification'))).toHaveLength(2);
  expect(toasts()).toEqual(['Emailed 2 records.']);
  // Those that got none were not refused either: they stay selected.
  expect(selected()).toHaveLength(2);
});

test('all that match are mailed, except one that was verified after the question', async () => {
  const users = await openUsers(
    Array.from({ length: 42 }, (_, index) => (index < 39 ? { verified: true as const } : {})),
  );
  selectAll();
  expect(rowCount()).toBe(40);
  expect($selection.get()).toMatchObject({ by: 'filter', count: 42 });
  const sending = sendVerificationMails();
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.text).toContain('to 3 records?');
  await backend().api.patch(`/api/collections/${users.collection.id}/records/${users.ids[41]}`, {
    verified: true,
  });
  const sent = watchRequests();
  question?.answer(true);
  await sending;
  sent.stop();
  expect(sent.sent.filter((request) => request.endsWith('/request-verification'))).toHaveLength(2);
  expect(toasts()).toEqual(['Emailed 2 of 3 records. 1 left alone: no longer matching, or deleted.']);
});

test('says when nobody needs a mail, and asks nothing', async () => {
  await openUsers([{ verified: true }]);
  selectRecords(ids());
  await sendVerificationMails();
  expect($question.get()).toBeUndefined();
  expect(toasts()).toEqual(['All selected records are verified or have no email.']);
});

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { signIn } from '#stores/app/session.ts';
import {
  $isDeletionOpen,
  $olderCount,
  $olderThan,
  closeDeletion,
  deleteLogs,
  openDeletion,
} from '#stores/logs/deletion.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { watchRequests } from '../network-fixture.ts';
import { until } from '../until.ts';

let backend: Backend | undefined;

beforeAll(async () => {
  backend = await startPocketBase();
  browser.backends = JSON.stringify([{ name: 'Live', url: backend.url, color: 'red', production: true }]);
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await backend.api.patch('/api/settings', { logs: { maxDays: 30 } });
});
afterAll(() => backend?.stop());

test('on a production backend, logs are deleted when its name was typed, and the popup is still open', async () => {
  onTestFinished($olderCount.listen(() => {}));
  $olderThan.set(3);
  await until($olderCount, (count) => typeof count === 'number');
  const { sent } = watchRequests();
  const saves = () => sent.filter((each) => each === 'PATCH /api/settings').length;
  async function attempt(before: () => void, yes: boolean) {
    openDeletion();
    const deleting = deleteLogs();
    const question = await until($question, (one) => one !== undefined);
    before();
    question?.answer(yes);
    await deleting;
    return question;
  }
  const question = await attempt(() => {}, false);
  expect(question).toMatchObject({
    ...{ text: 'Do you really want to delete logs?', loss: '0 logs.', typed: 'Live' },
  });
  await attempt(closeDeletion, true);
  expect(sent).toEqual([]);
  await attempt(() => {}, true);
  expect([saves(), $isDeletionOpen.get()]).toEqual([2, false]);
});

import { expect, test, vi } from 'vitest';
import { sendPasswordMails } from '#stores/records/bulk/mails.ts';
import type { Import } from '#stores/records/import/import.ts';
import { loseResponses } from '#tests/stores/network-fixture.ts';
import { field } from '#tests/support/factories.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts, until } from '../record-fixture.ts';
import { checked, counts, openText, startImport } from './import-fixture.ts';

startRecordsPage();

const startUsers = () => startImport({ type: 'auth', fields: [field('name')], indexes: [] });

/** Chooses what new users get, and waits for the check that follows. */
async function choose(into: Import, change: Parameters<Import['setPasswords']>[0]) {
  into.setPasswords(change);
  await until(into.$dryRun, ({ state }) => state === 'busy');
  await until(into.$dryRun, ({ state }) => state === 'ready');
  const dryRun = into.$dryRun.get();
  return dryRun.state === 'ready' ? dryRun.counts : undefined;
}

type Body = Record<string, unknown>;

/** The bodies of the requests that are sent while `run` runs, by the ends of their paths; `answer` responds to them. */
async function bodiesOf(end: string, run: () => Promise<unknown>, answer?: (body: Body) => object) {
  const original = globalThis.fetch;
  const bodies: Body[] = [];
  globalThis.fetch = async (url, init) => {
    if (init?.method !== 'POST' || !String(url).endsWith(end)) return original(url, init);
    const body: Body = JSON.parse(String(init.body));
    bodies.push(body);
    return answer ? Response.json(answer(body)) : original(url, init);
  };
  await run();
  globalThis.fetch = original;
  return bodies;
}

const USERS = [
  'id,username,email,emailVisibility,verified,name',
  'useranna0000001,anna,anna@example.com,true,true,Anna A',
  'userbert0000001,bert,,false,true,Bert B',
].join('\n');

test('[TR-12] new users get random passwords on request, which nothing tells, and mails to set their own', async () => {
  const { into, name } = await startUsers();
  await openText(into, USERS);
  into.columns.setOptions({ match: 'username' });
  expect((await checked(into))?.counts).toEqual(counts(0, 0, 0, 0, 2));
  expect(into.$newUsers.get()).toEqual({ missing: 2, hashed: 0, methods: [] });
  expect(await choose(into, { randomPasswords: true })).toEqual(counts(2, 0, 0, 0, 0));
  // The choice stays on screen.
  expect(into.$newUsers.get().missing).toBe(2);
  const restore = loseResponses(({ method }) => method === 'POST');
  const secrets = (await bodiesOf('/records', into.start)).map((body) => String(body['password']));
  restore();
  expect(new Set(secrets).size).toBe(2);
  expect(secrets.map(({ length }) => length)).toEqual([72, 72]);
  const run = into.run.$run.get();
  expect(run?.counts).toEqual(counts(2, 0, 0, 0, 0));
  const seen = [JSON.stringify([run, into.$dryRun.get(), into.columns.$options.get()]), toasts().join()];
  seen.push(await (await into.run.refused()).text());
  expect(secrets.filter((secret) => seen.some((text) => text.includes(secret)))).toEqual([]);
  const stored = (columns: string) => backend().sql(`select ${columns} from ${name} order by username`);
  expect(stored('username, email, verified, name')).toEqual([
    { username: 'anna', email: 'anna@example.com', verified: 1, name: 'Anna A' },
    { username: 'bert', email: '', verified: 1, name: 'Bert B' },
  ]);

  const begin = vi.fn();
  const send = (isSure: boolean) => async () => {
    const sending = sendPasswordMails(into.columns.$collection.get(), run?.unaware ?? [], begin);
    expect(await answerQuestion(isSure)).toBe(
      'Do you really want to send an email to set a password to 2 records? Those without an email get none.',
    );
    await sending;
  };
  expect(await bodiesOf('/request-password-reset', send(false))).toEqual([]);
  expect(begin).not.toHaveBeenCalled();
  expect(await bodiesOf('/request-password-reset', send(true))).toEqual([{ email: 'anna@example.com' }]);
  expect(begin).toHaveBeenCalledOnce();
  expect(toasts().at(-1)).toContain('Emailed 1 of 2 records');

  // Who exists keeps the password.
  const hashes = stored('passwordHash, tokenKey');
  await openText(into, USERS.replace('Anna A', 'New name'));
  into.columns.setOptions({ match: 'username' });
  expect((await checked(into))?.counts).toEqual(counts(0, 1, 1, 0, 0));
  expect(into.$newUsers.get().missing).toBe(0);
  await into.start();
  expect(stored('name')).toEqual([{ name: 'New name' }, { name: 'Bert B' }]);
  expect(stored('passwordHash, tokenKey')).toEqual(hashes);
});

test('[TR-12] an empty cell is no password, of which only new users need one', async () => {
  const { into } = await startUsers();
  await openText(into, 'username,email,password\nanna,a@b.co,\nbert,b@b.co,secret-123\n');
  expect((await checked(into))?.counts).toEqual(counts(1, 0, 0, 0, 1));
  expect(into.$newUsers.get().missing).toBe(1);
  expect(await choose(into, { randomPasswords: true })).toEqual(counts(2, 0, 0, 0, 0));
});

const BCRYPT = '$2b$12$KIXQ1Zx0c7bq8m7o4o9bUeYb0sI8b1mB8m3H1b1o0m9gk9l7n2C6W';

test('[TR-13] hashes are named by the check, and are passwords only on request', async () => {
  const { into } = await startUsers();
  const sha = '0123456789abcdef'.repeat(4);
  await openText(into, `username,password\na_bcrypt,${BCRYPT}\na_sha,${sha}\nplain,secret-123\n`);
  const posts = await bodiesOf('', async () => {
    expect((await checked(into))?.counts).toEqual(counts(3, 0, 0, 0, 0));
  });
  expect(posts).toEqual([]);
  expect(into.$newUsers.get()).toEqual({ missing: 0, hashed: 2, methods: ['bcrypt', 'SHA or MD5'] });
  const sent = async (change: { keepsHashes: boolean }) => {
    await openText(into, `username,password\na${change.keepsHashes},${BCRYPT}\n`);
    await checked(into);
    expect(await choose(into, change)).toEqual(counts(1, 0, 0, 0, 0));
    expect(into.$newUsers.get().hashed).toBe(1);
    // The backend would take seconds to make a hash of it.
    const saved = (body: Body) => ({ ...body, collectionId: into.columns.$collection.get().id });
    return (await bodiesOf('/records', into.start, saved))[0]?.['password'];
  };
  expect(await sent({ keepsHashes: false })).toMatch(/^[A-Za-z0-9]{72}$/);
  expect(into.run.$run.get()?.unaware).toHaveLength(1);
  expect(await sent({ keepsHashes: true })).toBe(BCRYPT);
  expect(into.run.$run.get()).toMatchObject({ counts: counts(1, 0, 0, 0, 0), unaware: [] });
});

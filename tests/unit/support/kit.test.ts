import { existsSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { atPaths } from '#domain/app/settings-fields.ts';
import { programOf } from '#scripts/test/programs.ts';
import { createUser } from '#tests/support/accounts.ts';
import { AdminApiError } from '#tests/support/admin-api.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createBlog, createRecord, pngFile, textFile, uniqueName } from '#tests/support/factories.ts';
import { startS3 } from '#tests/support/s3.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { startStatic } from '#tests/support/static-server.ts';
import { setLine } from '#wire/choose.ts';
import { chooseEscapes } from '#wire/escapes.ts';

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  // Other files run in this process.
  setLine(undefined);
  chooseEscapes(undefined);
});

async function backend(...args: Parameters<typeof startPocketBase>): Promise<Backend> {
  const started = await startPocketBase(...args);
  endings.push(started.stop);
  return started;
}

test('starts a backend with one admin from the template', async () => {
  const { api, sql } = await backend();
  expect((await api.get<{ totalItems: number }>('/api/admins')).totalItems).toBe(1);
  expect(sql('SELECT email FROM _admins')).toEqual([{ email: 'admin@example.com' }]);
});

const NEWER = programOf('0.40.6');

test.runIf(existsSync(NEWER))('starts a backend of the newer line, whose log it reads, too', async () => {
  const { line, sql, url } = await backend({ bin: NEWER });
  expect(line).toBe('pb23');
  expect(sql('SELECT email FROM _superusers')).toEqual([{ email: 'admin@example.com' }]);
  await fetch(`${url}/api/nowhere`);
  const asked = () => sql('SELECT id FROM _logs WHERE message LIKE ?', ['%/api/nowhere'], 'logs');
  await expect.poll(asked).toHaveLength(1);
});

test('starts a backend without admins from the empty template', async () => {
  const { url, api } = await backend({ from: 'empty' });
  await expect(api.session()).rejects.toThrow(AdminApiError);
  const response = await fetch(`${url}/api/admins`, { method: 'POST' });
  expect(response.status).toBe(400);
});

test('kills a backend and restarts it on the same port with its data', async () => {
  const started = await backend();
  const { name } = (await createBlog(started.api)).posts;
  await started.kill();
  await expect(fetch(`${started.url}/api/health`)).rejects.toThrow();
  await started.restart();
  expect((await started.api.get(`/api/collections/${name}`)).name).toBe(name);
});

test('removes only the data folder that it created', async () => {
  const first = await startPocketBase();
  await first.pause();
  const second = await startPocketBase({ dir: first.dir });
  await second.stop();
  expect(existsSync(first.dir)).toBe(true);
  await first.stop();
  expect(existsSync(first.dir)).toBe(false);
});

test('creates collections and records with a field of every type', async () => {
  const started = await backend();
  const { api } = started;
  const { users, categories, posts } = await createBlog(api);
  const category = await createRecord(api, categories.name, { name: 'News' });
  const user = await createUser(started, users.name);
  const post = await createRecord(api, posts.name, {
    title: 'Hello',
    tags: ['red', 'blue'],
    meta: { a: [1] },
    cover: pngFile(),
    attachments: [textFile(), textFile('b.txt')],
    author: category.id,
    reviewers: [category.id],
  });
  expect(user.email).toMatch(/^account\d+@example\.com$/);
  expect(posts.fields.map(({ type }) => type)).toContain('editor');
  expect(post).toMatchObject({ tags: ['red', 'blue'], meta: { a: [1] }, reviewers: [category.id] });
  expect(post.attachments).toHaveLength(2);
});

test('never returns the same name twice', () => {
  expect(uniqueName('a')).not.toBe(uniqueName('a'));
});

test('receives the mail of a backend', async () => {
  const { api } = await backend();
  const sink = await startSmtpSink();
  endings.push(sink.stop);
  await sendMailTo(api, sink, 'https://atoll.example');
  await api.post('/api/settings/test/email', { email: 'somebody@example.com', template: 'password-reset' });
  const mail = await sink.nextMessage(({ to }) => to?.[0]?.address === 'somebody@example.com');
  expect(mail.subject).toContain('Reset your');
  expect(mail.html).toContain('https://atoll.example');
  await expect(sink.nextMessage(({ subject }) => subject === 'never', 50)).rejects.toThrow('No such message');
});

test('stores the files of a backend in S3', async () => {
  const { api } = await backend();
  const s3 = await startS3();
  endings.push(s3.stop);
  await storeSettings(api, atPaths('storage', s3.settings));
  await api.post('/api/settings/test/s3', { filesystem: 'storage' });
  const { posts } = await createBlog(api);
  const post = await createRecord(api, posts.name, { cover: pngFile() });
  expect(s3.objects()).toContain(`${posts.id}/${post.id}/${post.cover}`);
});

test('serves a folder under a sub-path and nothing else', async () => {
  const server = await startStatic({ dir: 'docs', basePath: '/tools/atoll' });
  endings.push(server.stop);
  expect(server.url).toMatch(/\/tools\/atoll\/$/);
  expect((await fetch(`${server.url}acceptance.md`)).status).toBe(200);
  expect((await fetch(new URL('/acceptance.md', server.url))).status).toBe(404);
  expect((await fetch(`${server.url}..%2f..%2fpackage.json`)).status).toBe(404);
  expect(server.missed).toContain('/acceptance.md');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { Child } from '#scripts/lib/child.ts';
import { findFreePort } from '#scripts/lib/ports.ts';
import { dir, npmStart, pressCtrlC, readyAddress } from './npm-start.ts';

/** What a start that can't work looks like: one line, no stack, non-zero. */
async function expectRefusal(child: Child, message: RegExp): Promise<void> {
  expect((await child.exited).code).toBe(1);
  const lines = child.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(message);
}

test('lists flags and variables for --help', async () => {
  const child = await npmStart(['--help']);
  expect((await child.exited).code).toBe(0);
  for (const word of ['--port', '--demo', 'POCKETBASE_URL', 'POCKETBASE_BIN'])
    expect(child.output()).toContain(word);
});

test('says what to do about a taken port', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const child = await npmStart(['--port', String(port)]);
  await expectRefusal(child, new RegExp(`Port ${port} is taken.*--port ${port + 1}`));
  taken.close();
});

test('says what to do about a host that is none', async () => {
  await expectRefusal(await npmStart(['--host', 'nowhere.invalid']), /nowhere\.invalid.*--host/);
});

test('says what to do about a missing PocketBase', async () => {
  const child = await npmStart([], { POCKETBASE_BIN: `${dir}/nowhere` });
  await expectRefusal(child, /POCKETBASE_BIN.*no such file/);
});

test('says what to do about a backend that does not answer', async () => {
  const child = await npmStart([], { POCKETBASE_URL: `http://127.0.0.1:${await findFreePort()}` });
  await expectRefusal(child, /No PocketBase answers at http:.*POCKETBASE_URL/);
});

test('says in one line that the backend is Atoll itself', async () => {
  const port = await findFreePort();
  const child = await npmStart(['--port', String(port), '--backend', `http://localhost:${port}`]);
  await expectRefusal(child, /leads back to Atoll itself/);
});

test('says in one line that the backend is newer than 0.22', async () => {
  const newer = createHttpServer(({ url }, res) => {
    const isKnown = url === '/api/health' || url === '/api/collections/_superusers/auth-methods';
    res.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ code: isKnown ? 200 : 404 }));
  });
  await new Promise<void>((resolve) => newer.listen(0, '127.0.0.1', resolve));
  const address = newer.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const child = await npmStart(['--backend', `http://127.0.0.1:${port}`]);
  await expectRefusal(child, /is PocketBase 0\.23 or newer\. Atoll works with PocketBase 0\.22/);
  newer.close();
});

test('says what to do about a data folder that is none', async () => {
  writeFileSync(`${dir}/data`, '');
  const child = await npmStart([]);
  await expectRefusal(child, /data folder .*data can't be used .*--data/);
});

test('says what to do about a data folder that another start uses', async () => {
  const first = await npmStart([]);
  await readyAddress(first);
  await expectRefusal(await npmStart([]), /data folder .*data is in use by another Atoll\. .*--data/);
  await pressCtrlC(first);
  await readyAddress(await npmStart([]));
});

test('says what PocketBase said when it does not start', async () => {
  mkdirSync(`${dir}/data`);
  writeFileSync(`${dir}/data/data.db`, 'no database at all, but long enough to look at');
  const child = await npmStart([]);
  expect((await child.exited).code).toBe(1);
  expect(child.output()).toMatch(/PocketBase does not start on .*data\. [\s\S]*file is not a database/);
});

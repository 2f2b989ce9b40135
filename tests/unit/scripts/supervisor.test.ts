import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Child, Exit } from '#scripts/lib/child.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import { eventually } from '#tests/support/eventually.ts';

interface FakeChild extends Child {
  die(): void;
}

/** A process that ends on demand. */
function fakeChild(output = ''): FakeChild {
  const exit = Promise.withResolvers<Exit>();
  let hasExited = false;
  const end = (result: Exit) => {
    hasExited = true;
    exit.resolve(result);
  };
  const stop = vi.fn(async () => end({ code: 0, signal: null }));
  return {
    pid: 1,
    exited: exit.promise,
    get hasExited() {
      return hasExited;
    },
    output: () => output,
    stop,
    kill: stop,
    die: () => end({ code: null, signal: 'SIGKILL' }),
  };
}

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => printed.push(line));
});

afterEach(() => vi.restoreAllMocks());

test('restarts a process after its first end, and fails after its second', async () => {
  const supervisor = new Supervisor();
  const first = fakeChild();
  const second = fakeChild('last lines');
  const restart = vi.fn(async () => second);
  supervisor.add('PocketBase', first, restart);
  const run = supervisor.run();
  run.catch(() => undefined);
  first.die();
  await eventually(() => expect(printed).toHaveLength(2));
  expect(printed).toEqual([
    'Atoll: PocketBase ended unexpectedly (signal SIGKILL). Restarting it ...',
    'Atoll: PocketBase is running again.',
  ]);
  second.die();
  await expect(run).rejects.toThrow(/^PocketBase ended unexpectedly \(signal SIGKILL\)[\s\S]*last lines/);
  expect(restart).toHaveBeenCalledTimes(1);
});

test('fails immediately when a process without a restart ends', async () => {
  const supervisor = new Supervisor();
  const child = fakeChild();
  supervisor.add('The server', child);
  child.die();
  await expect(supervisor.run()).rejects.toThrow('The server ended unexpectedly');
});

test('fails with the reason when a restart fails', async () => {
  const supervisor = new Supervisor();
  const child = fakeChild();
  supervisor.add('PocketBase', child, () => Promise.reject(new Error('no disk')));
  child.die();
  await expect(supervisor.run()).rejects.toThrow('no disk');
  expect(printed).not.toContain('Atoll: PocketBase is running again.');
  await supervisor.stopAll();
});

test('restarts nothing while it stops, and stops restarted processes', async () => {
  const supervisor = new Supervisor();
  const [first, second, other] = [fakeChild(), fakeChild(), fakeChild()];
  const restartOther = vi.fn(async () => fakeChild());
  supervisor.add('PocketBase', first, async () => second);
  supervisor.add('Another', other, restartOther);
  first.die();
  await eventually(() => expect(printed).toContain('Atoll: PocketBase is running again.'));
  await supervisor.stopAll();
  expect([second.hasExited, other.hasExited]).toEqual([true, true]);
  expect(restartOther).not.toHaveBeenCalled();
});

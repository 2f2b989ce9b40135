import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Child, Exit } from '#scripts/lib/child.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';

interface FakeChild extends Child {
  die(): void;
}

/** A process that ends when it is told to. */
function fakeChild(words = ''): FakeChild {
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
    output: () => words,
    stop,
    kill: stop,
    die: () => end({ code: null, signal: 'SIGKILL' }),
  };
}

let said: string[];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => said.push(line));
});

afterEach(() => vi.restoreAllMocks());

test('starts a process again after its first death, and ends with its second', async () => {
  const supervisor = new Supervisor();
  const first = fakeChild();
  const second = fakeChild('last words');
  const revive = vi.fn(async () => second);
  supervisor.add('PocketBase', first, revive);
  const run = supervisor.run();
  run.catch(() => undefined);
  first.die();
  await vi.waitFor(() => expect(said).toHaveLength(2));
  expect(said).toEqual([
    'Atoll: PocketBase ended unexpectedly (signal SIGKILL). Starting it again ...',
    'Atoll: PocketBase runs again.',
  ]);
  second.die();
  await expect(run).rejects.toThrow(/^PocketBase ended unexpectedly \(signal SIGKILL\)[\s\S]*last words/);
  expect(revive).toHaveBeenCalledTimes(1);
});

test('ends at once with a process that is not to be started again', async () => {
  const supervisor = new Supervisor();
  const child = fakeChild();
  supervisor.add('The server', child);
  child.die();
  await expect(supervisor.run()).rejects.toThrow('The server ended unexpectedly');
});

test('ends with why a process does not start again', async () => {
  const supervisor = new Supervisor();
  const child = fakeChild();
  supervisor.add('PocketBase', child, () => Promise.reject(new Error('no disk')));
  child.die();
  await expect(supervisor.run()).rejects.toThrow('no disk');
  expect(said).not.toContain('Atoll: PocketBase runs again.');
  await supervisor.stopAll();
});

test('starts nothing again while everything ends, and stops what it started again', async () => {
  const supervisor = new Supervisor();
  const [first, second, other] = [fakeChild(), fakeChild(), fakeChild()];
  const reviveOther = vi.fn(async () => fakeChild());
  supervisor.add('PocketBase', first, async () => second);
  supervisor.add('Another', other, reviveOther);
  first.die();
  await vi.waitFor(() => expect(said).toContain('Atoll: PocketBase runs again.'));
  await supervisor.stopAll();
  expect([second.hasExited, other.hasExited]).toEqual([true, true]);
  expect(reviveOther).not.toHaveBeenCalled();
});

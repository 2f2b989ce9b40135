import { expect, test } from 'vitest';
import { createPart } from '#stores/base/create-part.ts';

/** A part whose imports each test resolves, and the actions that ran. */
function createManualPart() {
  const imports: PromiseWithResolvers<string>[] = [];
  const part = createPart(() => {
    const next = Promise.withResolvers<string>();
    imports.push(next);
    return next.promise;
  });
  const runs: string[] = [];
  const act = (name: string) => (module: string) => void runs.push(`${name} with ${module}`);
  return { part, imports, runs, act };
}

test('an action fetches the code, then runs; the next one runs immediately', async () => {
  const { part, imports, runs, act } = createManualPart();
  expect(part.$isNeeded.get()).toBe(false);
  const first = part.run(act('first'));
  expect(part.$isNeeded.get()).toBe(true);
  imports[0]?.resolve('code');
  await first;
  await part.run(act('second'));
  expect(runs).toEqual(['first with code', 'second with code']);
  expect(imports).toHaveLength(1);
});

test('only the last action called while the code is fetched runs, once', async () => {
  const { part, imports, runs, act } = createManualPart();
  const calls = [part.run(act('first')), part.run(act('last')), part.fetch()];
  for (const { resolve } of imports) resolve('code');
  await Promise.all(calls);
  expect(runs).toEqual(['last with code']);
});

test('an action whose code failed to load runs after the code has loaded', async () => {
  const { part, imports, runs, act } = createManualPart();
  const call = part.run(act('late'));
  imports[0]?.reject(new Error('offline'));
  await call;
  expect(part.$isNeeded.get()).toBe(true);
  const failing = part.fetch();
  imports[1]?.reject(new Error('offline again'));
  await expect(failing).rejects.toThrow('offline again');
  const again = part.fetch();
  imports[2]?.resolve('code');
  await again;
  expect(runs).toEqual(['late with code']);
});

test('a cancelled action never runs, and the part is no longer needed', async () => {
  const { part, imports, runs, act } = createManualPart();
  const call = part.run(act('cancelled'));
  part.cancel(act('undone'));
  expect(part.$isNeeded.get()).toBe(false);
  imports[0]?.resolve('code');
  await call;
  expect(runs).toEqual([]);
});

test('cancelling undoes an action that has already run', async () => {
  const { part, imports, runs, act } = createManualPart();
  const call = part.run(act('done'));
  imports[0]?.resolve('code');
  await call;
  part.cancel(act('undone'));
  expect(runs).toEqual(['done with code', 'undone with code']);
  expect(part.$isNeeded.get()).toBe(false);
});

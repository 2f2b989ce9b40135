import { expect, test } from 'vitest';
import { createPart } from '#stores/factories/create-part.ts';

/** A part whose import is answered by hand, and the actions that ran. */
function partByHand() {
  const imports: PromiseWithResolvers<string>[] = [];
  const part = createPart(() => {
    const next = Promise.withResolvers<string>();
    imports.push(next);
    return next.promise;
  });
  const ran: string[] = [];
  const act = (name: string) => (module: string) => void ran.push(`${name} with ${module}`);
  return { part, imports, ran, act };
}

test('an action fetches the code, then runs; the next one runs at once', async () => {
  const { part, imports, ran, act } = partByHand();
  expect(part.$isNeeded.get()).toBe(false);
  const first = part.run(act('first'));
  expect(part.$isNeeded.get()).toBe(true);
  imports[0]?.resolve('code');
  await first;
  await part.run(act('second'));
  expect(ran).toEqual(['first with code', 'second with code']);
  expect(imports).toHaveLength(1);
});

test('of actions called while the code is fetched the last one runs, once', async () => {
  const { part, imports, ran, act } = partByHand();
  const calls = [part.run(act('first')), part.run(act('last')), part.fetch()];
  for (const { resolve } of imports) resolve('code');
  await Promise.all(calls);
  expect(ran).toEqual(['last with code']);
});

test('an action waits where the code could not be fetched, and runs once it could', async () => {
  const { part, imports, ran, act } = partByHand();
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
  expect(ran).toEqual(['late with code']);
});

test('a cancelled action never runs, and the part is not needed any more', async () => {
  const { part, imports, ran, act } = partByHand();
  const call = part.run(act('cancelled'));
  part.cancel(act('undone'));
  expect(part.$isNeeded.get()).toBe(false);
  imports[0]?.resolve('code');
  await call;
  expect(ran).toEqual([]);
});

test('cancelling undoes an action that ran already', async () => {
  const { part, imports, ran, act } = partByHand();
  const call = part.run(act('done'));
  imports[0]?.resolve('code');
  await call;
  part.cancel(act('undone'));
  expect(ran).toEqual(['done with code', 'undone with code']);
  expect(part.$isNeeded.get()).toBe(false);
});

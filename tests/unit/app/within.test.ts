import { expect, test } from 'vitest';
import { TimedOut, within } from '#domain/app/within.ts';

/** A call that ends when its signal is aborted. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const limit = { ms: 60_000, message: 'Too slow.', signal: new AbortController().signal };

test('settles like the call', async () => {
  expect(await within(limit, () => Promise.resolve('a'))).toBe('a');
  await expect(within(limit, () => Promise.reject(new Error('no')))).rejects.toThrow(new Error('no'));
});

test('a call that takes longer is aborted and rejects with the message', async () => {
  const call = within({ ...limit, ms: 0 }, untilAborted);
  await expect(call).rejects.toBeInstanceOf(TimedOut);
  await expect(call).rejects.toThrow('Too slow.');
});

test('a call that is aborted for another reason rejects with that one', async () => {
  const controller = new AbortController();
  const call = within({ ...limit, signal: controller.signal }, untilAborted);
  controller.abort(new Error('left'));
  await expect(call).rejects.toThrow('left');
});

test('the other reason counts, too, when the time is over', async () => {
  const controller = new AbortController();
  const call = within({ ...limit, ms: 0, signal: controller.signal }, async (signal) => {
    await untilAborted(signal).catch(() => controller.abort());
    throw new Error('left');
  });
  await expect(call).rejects.toThrow('left');
});

import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { abortable } from '#domain/app/abortable.ts';

const never = new Promise<string>(() => {});

test('resolves and rejects like the promise', async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve('a'), signal)).toBe('a');
  await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('rejects with the reason of the signal, aborted before or while waiting', async () => {
  const controller = new AbortController();
  const waiting = abortable(never, controller.signal);
  controller.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(abortable(never, controller.signal)).rejects.toThrow('stopped');
});

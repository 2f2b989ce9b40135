import { expect, test } from 'vitest';
import { abortable } from '#domain/app/abortable.ts';

const never = new Promise<string>(() => {});

test('gives what the promise gives, or fails as it fails', async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve('a'), signal)).toBe('a');
  await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

test('fails with the reason of an abort, before or meanwhile', async () => {
  const controller = new AbortController();
  const waiting = abortable(never, controller.signal);
  controller.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(abortable(never, controller.signal)).rejects.toThrow('stopped');
});

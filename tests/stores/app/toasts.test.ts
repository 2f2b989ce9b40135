import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  $toasts,
  addToast,
  pauseToasts,
  removeToast,
  resumeToasts,
  type ToastType,
} from '#stores/app/toasts.ts';
import { removeToasts } from '../toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  removeToasts();
  vi.useRealTimers();
});

const messages = () => $toasts.get().map((toast) => toast.message);

test.each([
  ['info', 4000],
  ['success', 3000],
  ['error', 4500],
  ['warning', 4500],
] as const)('[ER-02] keeps %s for %i ms', (type: ToastType, duration) => {
  addToast(type, 'hello');
  vi.advanceTimersByTime(duration - 1);
  expect(messages()).toEqual(['hello']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('keeps a toast for the given duration', () => {
  addToast('info', 'Copied {TOKEN} to clipboard', { duration: 2000 });
  vi.advanceTimersByTime(1999);
  expect(messages()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(messages()).toHaveLength(0);
});

test('[ER-01] appends the newest at the end', () => {
  addToast('info', 'first');
  addToast('error', 'second');
  expect(messages()).toEqual(['first', 'second']);
});

test('[ER-03] replaces a toast with the same message and restarts its timer', () => {
  addToast('error', 'same');
  addToast('info', 'other');
  vi.advanceTimersByTime(3000);
  addToast('error', 'same');
  expect(messages()).toEqual(['other', 'same']);
  vi.advanceTimersByTime(4000);
  expect(messages()).toEqual(['same']);
  vi.advanceTimersByTime(500);
  expect(messages()).toEqual([]);
});

test('[ER-03] removes one immediately and keeps the others', () => {
  const id = addToast('info', 'first');
  addToast('info', 'second');
  removeToast(id);
  expect(messages()).toEqual(['second']);
});

test('stops the timer while toasts are paused', () => {
  addToast('success', 'long story');
  vi.advanceTimersByTime(2000);
  pauseToasts();
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(['long story']);
  resumeToasts();
  vi.advanceTimersByTime(999);
  expect(messages()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(messages()).toHaveLength(0);
});

test('a toast with an action stays for ten seconds, and only the newest one has one', () => {
  const action = { label: 'Undo', run: () => {} };
  addToast('success', 'a', { action });
  addToast('success', 'b', { action });
  expect($toasts.get().map(({ message }) => message)).toEqual(['b']);
  vi.advanceTimersByTime(9999);
  expect($toasts.get()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect($toasts.get()).toEqual([]);
});

test.each(['other', 'first'])('a toast "%s" that comes while one is read waits with it', (message) => {
  addToast('success', 'first');
  pauseToasts();
  addToast('success', message);
  vi.advanceTimersByTime(60_000);
  expect(messages().at(-1)).toBe(message);
  resumeToasts();
  vi.advanceTimersByTime(3000);
  expect(messages()).toEqual([]);
});

test('once the toasts that were read are closed, a new one goes by itself', () => {
  const id = addToast('success', 'first');
  pauseToasts();
  removeToast(id);
  addToast('success', 'second');
  vi.advanceTimersByTime(3000);
  expect(messages()).toEqual([]);
});

test('a clock that is set meanwhile changes nothing', () => {
  addToast('success', 'first');
  vi.setSystemTime(Date.now() + 3_600_000);
  pauseToasts();
  resumeToasts();
  vi.advanceTimersByTime(2999);
  expect(messages()).toEqual(['first']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

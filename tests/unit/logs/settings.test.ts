import { expect, test } from 'vitest';
import { type LogSettings, mergeSettings } from '#domain/logs/settings.ts';

const BASE = { maxDays: 5, minLevel: 0, logIp: true };
const MINE = { maxDays: 7, minLevel: 4, logIp: false };
const THEIRS = { maxDays: 30, minLevel: 8, logIp: false };

const settings = (logs: LogSettings['logs']): LogSettings => ({ logs });
const merge = (values: LogSettings['logs'], stored: LogSettings['logs']) =>
  mergeSettings(settings(BASE), settings(values), settings(stored)).logs;

test('saves what either administrator changed', () => {
  expect(merge(MINE, BASE)).toEqual(MINE);
  expect(merge(BASE, THEIRS)).toEqual(THEIRS);
  expect(merge({ ...BASE, maxDays: 7 }, THEIRS)).toEqual({ ...THEIRS, maxDays: 7 });
  expect(merge({ ...BASE, logIp: false }, { ...BASE, minLevel: 8 })).toEqual({
    maxDays: 5,
    minLevel: 8,
    logIp: false,
  });
});

test('prefers the later change of a value that both changed', () => {
  expect(merge(MINE, THEIRS)).toEqual(MINE);
});

test('treats 0 and an emptied field as changes', () => {
  expect(merge({ ...BASE, maxDays: 0 }, THEIRS).maxDays).toBe(0);
  expect(merge({ ...BASE, maxDays: undefined }, THEIRS).maxDays).toBeUndefined();
});

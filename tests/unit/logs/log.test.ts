import { expect, test } from 'vitest';
import { logName } from '#domain/logs/log.ts';
import { requestWith } from './log-fixture.ts';

test('an entry is named after its request, else by its message', () => {
  expect(logName(requestWith({ method: 'GET', url: '/api/x' }))).toBe('GET /api/x');
  expect(logName(requestWith({ method: 'GET', url: 1 }))).toBe('Done.');
  expect(logName(requestWith({ method: 1, url: '/api/x' }))).toBe('Done.');
});

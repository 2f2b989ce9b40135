import { expect, test } from 'vitest';
import { levelLabel, logName } from '#domain/logs/log.ts';
import { requestWith } from './log-fixture.ts';

test('an entry is named after its request, else by its message', () => {
  expect(logName(requestWith({ method: 'GET', url: '/api/x' }))).toBe('GET /api/x');
  expect(logName(requestWith({ method: 'GET', url: 1 }))).toBe('Done.');
  expect(logName(requestWith({ method: 1, url: '/api/x' }))).toBe('Done.');
});

test.each([
  [-4, 'DEBUG (-4)'],
  [0, 'INFO (0)'],
  [4, 'WARN (4)'],
  [8, 'ERROR (8)'],
  [5, 'UNKN (5)'],
])('the level %i is labelled %s', (level, label) => {
  expect(levelLabel(level)).toBe(label);
});

import { expect, test } from 'vitest';
import { parseRecordEvent } from '#domain/records/tab-message.ts';

test.each(['create', 'update', 'delete'])('reads the event %s', (action) => {
  const record = { id: 'a', updated: '2026-11-05 12:00:00.000Z', title: 'x' };
  expect(parseRecordEvent(action, record)).toEqual({ action, id: 'a', updated: record.updated });
});

test('anything else is no event', () => {
  expect(parseRecordEvent('other', { id: 'a' })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { parseTabAnswer, parseTabMessage } from '#domain/records/tab-message.ts';

test('reads the messages of other tabs, and nothing else', () => {
  expect(parseTabMessage({ type: 'connecting', more: 1 })).toEqual({ type: 'connecting' });
  const follow = { type: 'follow', id: 'a', collection: 'b' };
  expect(parseTabMessage(follow)).toEqual(follow);
  expect(parseTabMessage({ ...follow, record: 'c' })).toEqual({ ...follow, record: 'c' });
  for (const record of ['', 1, {}]) expect(parseTabMessage({ ...follow, record })).toEqual(follow);
  const unknown = [undefined, null, 'connecting', [], {}, { type: 'other' }, { type: ['connecting'] }];
  const incomplete = [
    { ...follow, id: '' },
    { ...follow, id: 1 },
    { type: 'follow', id: 'a' },
  ];
  for (const message of [...unknown, ...incomplete]) expect(parseTabMessage(message)).toBeUndefined();
});

test('reads the answers of the tab with the connection, and nothing else', () => {
  for (const type of ['heard', 'connected', 'failed'])
    expect(parseTabAnswer({ type, event: {} })).toEqual({ type });
  const event = { action: 'update', id: '<b>', updated: '2026-01-01 00:00:00.000Z' };
  expect(parseTabAnswer({ type: 'event', event: { ...event, title: 'x' } })).toEqual({
    type: 'event',
    event,
  });
  expect(parseTabAnswer({ type: 'event', event: { action: 'delete' } })).toEqual({
    type: 'event',
    event: { action: 'delete', id: '', updated: '' },
  });
  for (const answer of [null, 'heard', {}, { type: 'event' }, { type: 'event', event: { action: 'drop' } }])
    expect(parseTabAnswer(answer)).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import { backupSchedule } from '#domain/home/backup-schedule.ts';
import { checksOf } from '#domain/home/checks.ts';
import { dayOf, errorsFilter, errorsQuery } from '#domain/home/errors.ts';
import { collectionsWithTime, newestFirst } from '#domain/home/newest.ts';
import { parseLevels } from '#domain/logs/levels.ts';
import { parseSpan } from '#domain/logs/span.ts';
import { parseRecord } from '#domain/records/record.ts';
import { rawSettings } from '#tests/support/settings/stored.ts';
import { readCollection } from '#wire/collections.ts';
import { ownFilter } from '#wire/logs.ts';
import { readChecked, readSchedule } from '#wire/setting-glance.ts';

describe('errors', () => {
  test.each([
    new Date(2026, 10, 23, 0, 0),
    new Date(2026, 10, 23, 23, 59, 59, 999),
    // Clocks change on these days in many places.
    new Date(2026, 2, 29, 12),
    new Date(2026, 9, 25, 12),
  ])('the day of %s begins and ends at local midnight', (moment) => {
    const { from, to } = dayOf(moment.getTime());
    const [start, end] = [new Date(from), new Date(to)];
    expect([start.getHours(), start.getMinutes(), start.getDate()]).toEqual([0, 0, moment.getDate()]);
    expect([end.getHours(), end.getMinutes()]).toEqual([0, 0]);
    expect(start <= moment && moment < end).toBe(true);
  });

  test('the day in a chosen zone has 23 or 25 hours when its clock changes', () => {
    const day = (text: string) => dayOf(Date.parse(text), zoneOf('Europe/Berlin'));
    expect(day('2026-10-25T12:00Z')).toMatchObject({
      from: '2026-10-24 22:00:00.000Z',
      to: '2026-10-25 23:00:00.000Z',
    });
    expect(day('2026-03-28T23:00Z')).toMatchObject({
      from: '2026-03-28 23:00:00.000Z',
      to: '2026-03-29 22:00:00.000Z',
    });
  });

  test('the address of the logs has the same day and level as the filter', () => {
    const day = dayOf(Date.now());
    const query = errorsQuery(day);
    expect(parseSpan(query.span)).toEqual(day);
    expect(parseLevels(query.levels)).toEqual(['error']);
    expect(query.adminRequests).toBe('0');
    const filter = errorsFilter(day, ownFilter('http://atoll.test/'));
    for (const part of ['data.auth!="admin"', `created>="${day.from}"`, `created<"${day.to}"`, 'level>=8'])
      expect(filter).toContain(part);
    expect(filter).toMatch(/&&level>=8$/);
  });
});

describe('newest records', () => {
  const collection = (id: string, type = 'base') => readCollection({ id, name: id, type });
  const found = (id: string, created?: string) => ({
    collection: collection(id),
    total: created ? 1 : 0,
    record: created ? parseRecord({ id, created }) : undefined,
  });

  test('the newest come first, empty collections last, eight at most', () => {
    const all = [found('empty'), found('old', '2025-01-01 00:00:00Z'), found('new', '2026-01-01 00:00:00Z')];
    expect(newestFirst(all).map((one) => one.collection.id)).toEqual(['new', 'old', 'empty']);
    const equal = ['b', 'a', 'c'].map((id) => found(id, '2026-01-01 00:00:00Z'));
    expect(newestFirst(equal).map((one) => one.collection.id)).toEqual(['b', 'a', 'c']);
    expect(newestFirst(Array.from({ length: 9 }, () => found('x')))).toHaveLength(8);
  });

  test('views are left out, and no more than 30 collections are looked into', () => {
    const many = Array.from({ length: 31 }, (_, index) => collection(`c${index}`));
    const { requested, count } = collectionsWithTime([collection('view', 'view'), ...many]);
    expect([requested.length, count]).toEqual([30, 31]);
    expect(requested[0]?.id).toBe('c0');
  });
});

test.each([
  ['', 'Automatic backups are off.', ''],
  ['0 0 * * 0', 'At 00:00 on Sunday UTC', '2026-11-29 00:00:00.000Z'],
  ['0 0 30 2 *', 'No date matches the schedule, so it never runs.', ''],
])('the schedule %j is "%s", next at "%s"', (cron, words, next) => {
  const now = Date.UTC(2026, 10, 23);
  expect(backupSchedule(readSchedule(rawSettings({ backups: { cron } })), now)).toEqual({ words, next });
});

test('an invalid schedule is told', () => {
  const { words, next } = backupSchedule('x', 0);
  expect(words).not.toBe('');
  expect(next).toBe('');
});

test.each([
  [
    {
      meta: { appUrl: 'http://localhost:8090/', senderAddress: 'support@example.com' },
      smtp: { enabled: false },
    },
    ['settingsApplication', 'settingsMail', 'settingsMail'],
  ],
  [{ meta: { appUrl: 'https://example.com', senderAddress: 'a@example.com' }, smtp: { enabled: true } }, []],
])('%j has settings to check on %j', (settings, expected) => {
  expect(checksOf(readChecked(rawSettings(settings))).map(({ route }) => route)).toEqual(expected);
});

test.each([
  [{ meta: { appUrl: 'http://localhost:8090' }, smtp: { enabled: true } }, 'http://localhost:8090'],
  [{ meta: { senderAddress: 'support@example.com' }, smtp: { enabled: true } }, 'support@example.com'],
  [{}, 'SMTP is off'],
])('the check of %j says that it is about %s', (settings, part) => {
  expect(checksOf(readChecked(rawSettings(settings))).map(({ words }) => words)).toEqual([
    expect.stringContaining(part),
  ]);
});

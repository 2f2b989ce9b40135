import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#domain/backend/log.ts';
import { topOf as groupsOf } from '#domain/logs/top.ts';
import { FAILURES, LOG_PATHS } from '#wire/logs.ts';
import { logWith, requestWith } from './log-fixture.ts';

const topOf = (logs: readonly LogEntry[]) => groupsOf(logs, LOG_PATHS);
const times = (count: number, data: object, members: object = {}) =>
  Array.from({ length: count }, () => requestWith(data, members));
const startsWith = (value: string) => ({ path: 'data.url', operator: 'startsWith', value });
const isStatus = (value: number | null) => ({ path: 'data.status', operator: 'is', value });
const IS_ERROR = { path: 'level', operator: 'is', value: 8 };

describe('topOf', () => {
  it('counts paths without their queries, most frequent first', () => {
    const logs = [
      ...times(1, { url: '/0' }),
      ...times(2, { url: '/a?x=1', execTime: 5 }),
      ...times(1, { url: '/a', execTime: 9.5 }),
      logWith({ data: { url: '/a' } }),
    ];
    expect(topOf(logs).paths).toEqual([
      { name: '/a', count: 3, slowest: 9.5, conditions: [startsWith('/a')] },
      { name: '/0', count: 1, conditions: [startsWith('/0')] },
    ]);
  });

  it('lists the paths with the slowest requests', () => {
    const logs = [
      ...times(3, { url: '/often', execTime: 1 }),
      ...times(1, { url: '/slow?q', execTime: 300 }),
      ...times(1, { url: '/unknown', execTime: null }),
    ];
    expect(topOf(logs).slowest.map(({ name, slowest }) => [name, slowest])).toEqual([
      ['/slow', 300],
      ['/often', 1],
    ]);
  });

  it('counts failures by path and status, and other errors by message', () => {
    const logs = [
      ...times(1, { url: '/a', status: 500 }, { level: 8 }),
      ...times(2, { url: '/a', status: 404 }),
      ...times(1, { url: '/a', status: 399 }),
      ...times(1, { url: '/0', status: 400 }),
      ...times(1, { url: '/0', status: null }, { level: 8 }),
      ...times(1, { url: '/odd', status: 200 }, { level: 8 }),
      logWith({ level: 8, message: 'Backup failed.', data: { status: 500 } }),
      logWith({ level: 4, message: 'Slow.', data: { status: 500 } }),
    ];
    expect(topOf(logs).failing).toEqual([
      {
        name: '/a',
        status: 404,
        count: 2,
        conditions: [startsWith('/a'), isStatus(404)],
      },
      { name: '/0', count: 1, conditions: [startsWith('/0'), isStatus(null), IS_ERROR] },
      {
        name: '/0',
        status: 400,
        count: 1,
        conditions: [startsWith('/0'), isStatus(400)],
      },
      {
        name: '/a',
        status: 500,
        count: 1,
        conditions: [startsWith('/a'), isStatus(500)],
      },
      {
        name: '/odd',
        status: 200,
        count: 1,
        conditions: [startsWith('/odd'), isStatus(200), IS_ERROR],
      },
    ]);
    expect(topOf(logs.slice(-2)).failing).toEqual([
      {
        name: 'Backup failed.',
        count: 1,
        conditions: [{ path: 'message', operator: 'is', value: 'Backup failed.' }, IS_ERROR],
      },
    ]);
    expect(FAILURES).toBe('(data.status>=400||level>=8)');
  });

  it('sorts equal failures of a path by status', () => {
    const logs = [404, 500, 400].map((status) => requestWith({ url: '/a', status }));
    expect(topOf(logs).failing.map(({ status }) => status)).toEqual([400, 404, 500]);
  });

  it('has at most five of each, equal ones by name', () => {
    const logs = ['/f', '/b', '/d', '/a', '/e', '/c'].map((url) =>
      requestWith({ url, status: 500, execTime: 1 }),
    );
    const top = topOf(logs);
    for (const list of [top.paths, top.slowest, top.failing]) {
      expect(list.map(({ name }) => name)).toEqual(['/a', '/b', '/c', '/d', '/e']);
    }
  });

  it('leaves out what no filter can find', () => {
    const logs = [
      requestWith({ url: `/${'x'.repeat(3000)}` }),
      requestWith({ url: '' }),
      requestWith({ url: 5 }),
    ];
    expect(topOf(logs)).toEqual({ paths: [], slowest: [], failing: [] });
  });
});

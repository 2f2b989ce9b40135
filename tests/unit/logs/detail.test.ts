import { describe, expect, it } from 'vitest';
import { detailRows } from '#domain/logs/detail.ts';
import { logWith, requestWith } from './log-fixture.ts';

const dataRows = (data: object, log = logWith) =>
  detailRows(log({ data }))
    .filter(({ name }) => name.startsWith('data.'))
    .map(({ name, kind, text }) => [name, kind, text]);

describe('detailRows', () => {
  it('[LD-02] starts with id, level, created and message', () => {
    expect(detailRows(logWith({ level: 8 }))).toEqual([
      { name: 'id', value: 'log000000000001', kind: 'id', text: 'log000000000001' },
      { name: 'level', value: 8, kind: 'level', text: 'ERROR (8)' },
      { name: 'created', value: '2026-11-05 12:00:00.123Z', kind: 'date', text: '2026-11-05 12:00:00.123Z' },
      { name: 'message', value: 'Done.', kind: 'text', text: 'Done.' },
    ]);
  });

  it('[LD-02] shows N/A for an empty message, and none for a request', () => {
    expect(detailRows(logWith({ message: '' }))[3]).toMatchObject({
      name: 'message',
      kind: 'empty',
      text: 'N/A',
    });
    expect(detailRows(requestWith()).map(({ name }) => name)).toEqual([
      'id',
      'level',
      'created',
      'data.type',
    ]);
  });

  it('[LD-03] orders the data', () => {
    const names =
      'zeta details error userAgent userIp remoteIp referer url method status auth type execTime alpha'.split(
        ' ',
      );
    const data = Object.fromEntries(names.map((name) => [name, 1]));
    expect(dataRows(data).map(([name]) => name)).toEqual(
      [...names.slice(1, -1).reverse(), 'zeta', 'alpha'].map((name) => `data.${name}`),
    );
  });

  it('[LD-04] shows the duration of a request in ms', () => {
    expect(detailRows(requestWith({ execTime: 1.44981 }))[3]).toEqual({
      name: 'data.execTime',
      value: 1.44981,
      kind: 'text',
      text: '1.44981ms',
    });
    expect(detailRows(requestWith({ execTime: null }))[3]).toMatchObject({ kind: 'empty', text: 'N/A' });
    expect(dataRows({ execTime: 5 })).toEqual([['data.execTime', 'text', '5']]);
  });

  it.each([
    ['a', '', 'empty', 'N/A'],
    ['a', null, 'empty', 'N/A'],
    ['a', [], 'empty', 'N/A'],
    ['a', {}, 'empty', 'N/A'],
    ['error', '', 'empty', 'N/A'],
    ['a', 0, 'text', '0'],
    ['a', false, 'text', 'false'],
    ['a', '{"self":"[Circular]"}', 'text', '{"self":"[Circular]"}'],
    ['a', { b: [1] }, 'json', '{\n  "b": [\n    1\n  ]\n}'],
    ['a', 'at x\nat y', 'code', 'at x\nat y'],
    ['error', 'Not <b>found</b>.', 'error', 'Not <b>found</b>.'],
    ['error', 'panic\nat x', 'error', 'panic\nat x'],
    ['error', { code: 1 }, 'json', '{\n  "code": 1\n}'],
    ['details', 'sql: no rows', 'code', 'sql: no rows'],
    ['details', { a: 1 }, 'json', '{\n  "a": 1\n}'],
  ])('[LD-04] shows %s %j as %s', (name, value, kind, text) => {
    expect(dataRows({ [name]: value })).toEqual([[`data.${name}`, kind, text]]);
  });

  it('shows members whose names every object inherits', () => {
    const data: unknown = JSON.parse('{"__proto__":"p","constructor":"c"}');
    expect(detailRows(logWith({ data })).slice(4)).toEqual([
      { name: 'data.__proto__', value: 'p', kind: 'text', text: 'p' },
      { name: 'data.constructor', value: 'c', kind: 'text', text: 'c' },
    ]);
  });
});

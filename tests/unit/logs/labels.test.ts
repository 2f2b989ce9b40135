import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#domain/backend/log.ts';
import { dataLabels } from '#domain/logs/labels.ts';
import { logWith, requestWith } from './log-fixture.ts';

const OWN = ['127.0.0.1:8090', 'admin.example'];
const texts = (log: LogEntry) =>
  dataLabels(log, OWN).map(({ text, tone }) => (tone === 'plain' ? text : `${tone} ${text}`));

describe('labels of a request', () => {
  it('[LG-15] are status, duration, auth and IP in this order, then error and details', () => {
    const data = {
      auth: 'guest',
      details: 'sql: no rows',
      error: 'Not <b>found</b>.',
      execTime: 1.44981,
      method: 'GET',
      referer: '',
      status: 404,
      url: '/api/x',
      userIp: '10.0.0.1',
    };
    expect(texts(requestWith(data))).toEqual([
      'status: 404',
      'execTime: 1.45ms',
      'auth: guest',
      'userIp: 10.0.0.1',
      'error error: Not <b>found</b>.',
      'warning details: sql: no rows',
    ]);
  });

  it.each([
    ['https://shop.example/a', true],
    ['http://127.0.0.1:9999/', true],
    ['nothing', true],
    ['', false],
    [null, false],
    [undefined, false],
    ['http://127.0.0.1:8090/_/', false],
    ['https://admin.example/', false],
  ])('[LG-15] show the referer %j: %s', (referer, isShown) => {
    expect(texts(requestWith({ referer }))).toEqual(isShown ? [`referer: ${referer}`] : []);
  });

  it('[LG-15] show - for an empty value and leave out a missing one', () => {
    expect(texts(requestWith({ status: 0, execTime: null, auth: '' }))).toEqual([
      'status: 0',
      'execTime: -',
      'auth: -',
    ]);
  });

  it('keep the duration before it was rounded', () => {
    const label = { name: 'execTime', tone: 'plain' };
    expect(dataLabels(requestWith({ execTime: 1.44981 }), OWN)).toEqual([
      { ...label, text: 'execTime: 1.45ms', whole: '1.44981ms' },
    ]);
    expect(dataLabels(requestWith({ execTime: 1.45 }), OWN)).toEqual([
      { ...label, text: 'execTime: 1.45ms' },
    ]);
  });

  it.each([null, '', false, 0, {}, []])('[LG-15] leave out the error %j', (error) => {
    expect(texts(requestWith({ error, details: error }))).toEqual([]);
  });
});

describe('labels of another entry', () => {
  it('[LG-16] are its first six members, then error and details', () => {
    const data = {
      a: 1.44981,
      error: { code: 1 },
      b: '',
      c: null,
      d: true,
      e: false,
      details: 'y',
      f: { x: [1] },
      g: 7,
    };
    expect(texts(logWith({ data }))).toEqual([
      'a: 1.44981',
      'b: -',
      'c: -',
      'd: True',
      'e: False',
      'f: {"x":[1]}',
      'error error: {"code":1}',
      'warning details: y',
    ]);
  });

  it('[LG-16] show its members with the names of a request unchanged', () => {
    expect(texts(logWith({ data: { execTime: 5, referer: 'https://shop.example' } }))).toEqual([
      'execTime: 5',
      'referer: https://shop.example',
    ]);
  });

  it('are short for long names and values', () => {
    const [label] = dataLabels(logWith({ data: { ['n'.repeat(1e6)]: 'v'.repeat(1e6) } }), OWN);
    expect(label?.text).toBe(`${'n'.repeat(200)}...: ${'v'.repeat(200)}...`);
  });

  it('show members whose names every object inherits', () => {
    const data: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":"c"}');
    expect(texts(logWith({ data }))).toEqual(['__proto__: {"a":1}', 'constructor: c']);
    expect(texts(logWith({ data: {} }))).toEqual([]);
  });
});

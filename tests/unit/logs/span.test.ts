import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import { formatSpan, parseSpan, type Span, spanBetween, spanFilter, spanLabel } from '#domain/logs/span.ts';

const between = (from: string, to: string): Span => ({ kind: 'between', from, to });
const NOW = Date.UTC(2026, 10, 5, 12);

describe('spans', () => {
  it.each([
    ['2026-11-05 12:00:00.000Z', '2026-11-05 14:00:00.000Z', '2026-11-05 13:00 – 15:00 CET'],
    [
      '2026-11-05 22:30:05.120Z',
      '2026-11-05 23:30:00.000Z',
      '2026-11-05 23:30:05.120 – 2026-11-06 00:30 CET',
    ],
    // The hour that comes twice.
    ['2026-10-25 00:00:00.000Z', '2026-10-25 01:00:00.000Z', '2026-10-25 02:00 CEST – 02:00 CET'],
  ])('[33] from %s to %s are named in the chosen zone, and stay in UTC in the URL', (from, to, label) => {
    expect(spanLabel(between(from, to), zoneOf('Europe/Berlin'))).toBe(label);
    expect(parseSpan(formatSpan(between(from, to)))).toEqual(between(from, to));
  });

  it.each<[Span, string, string, string]>([
    [{ kind: 'last', id: '15m' }, '15m', 'created>="2026-11-05 11:45:00.000Z"', 'Last 15 min'],
    [{ kind: 'last', id: '1h' }, '1h', 'created>="2026-11-05 11:00:00.000Z"', 'Last 1 h'],
    [{ kind: 'last', id: '24h' }, '24h', 'created>="2026-11-04 12:00:00.000Z"', 'Last 24 h'],
    [{ kind: 'last', id: '7d' }, '7d', 'created>="2026-10-29 12:00:00.000Z"', 'Last 7 days'],
    [
      between('2026-11-05 12:00:00.000Z', '2026-11-05 14:00:00.000Z'),
      '2026-11-05T12:00Z~2026-11-05T14:00Z',
      'created>="2026-11-05 12:00:00.000Z"&&created<"2026-11-05 14:00:00.000Z"',
      '2026-11-05 12:00 – 14:00 UTC',
    ],
    [
      between('2026-11-05 23:00:05.000Z', '2026-11-06 00:00:00.120Z'),
      '2026-11-05T23:00:05Z~2026-11-06T00:00:00.120Z',
      'created>="2026-11-05 23:00:05.000Z"&&created<"2026-11-06 00:00:00.120Z"',
      '2026-11-05 23:00:05 – 2026-11-06 00:00:00.120 UTC',
    ],
  ])('%j is %s in the URL', (span, text, filter, label) => {
    expect(formatSpan(span)).toBe(text);
    expect(parseSpan(text)).toEqual(span);
    expect(spanFilter(span, NOW)).toBe(filter);
    expect(spanLabel(span)).toBe(label);
  });

  it('keep their milliseconds in the URL', () => {
    const moment = fc.integer({ min: 0, max: Date.UTC(9999, 0) });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 1e9 }), (from, length) => {
        const span = spanBetween(from, from + length);
        if (!span) throw new Error('The span is not empty.');
        expect(parseSpan(formatSpan(span))).toEqual(span);
      }),
    );
  });

  it('are read from other forms of a date', () => {
    expect(parseSpan('2026-11-05~2026-11-06 01:02:03.4')).toEqual(
      between('2026-11-05 00:00:00.000Z', '2026-11-06 01:02:03.400Z'),
    );
  });

  it.each([
    undefined,
    '',
    '2h',
    '~',
    '2026-11-05',
    '2026-11-05~',
    '2026-11-05~2026-02-30',
    '2026-11-05~2026-11-05',
    '2026-11-06~2026-11-05',
    '2026-11-05~2026-11-06~2026-11-07',
    '2026-11-05~2026-11-06"||level>0',
  ])('are not read from %j', (text) => {
    expect(parseSpan(text)).toBeUndefined();
  });
});

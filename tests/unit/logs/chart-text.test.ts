import { afterEach, describe, expect, it, vi } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import { chartOf } from '#domain/logs/chart.ts';
import { shortNumber, stepText, summaryText, tickText, timeText } from '#domain/logs/chart-text.ts';
import { LOCAL_CLOCK } from '#domain/logs/wall-clock.ts';

const HOUR = 3_600_000;

const stat = (time: string | number, total = 1) => ({
  date: new Date(typeof time === 'number' ? time : `${time}Z`).toISOString().replace('T', ' '),
  total,
});
const everyHour = (from: string, hours: number) =>
  chartOf(Array.from({ length: hours }, (_, hour) => stat(Date.parse(`${from}Z`) + hour * HOUR)));

afterEach(() => vi.unstubAllEnvs());

describe('the texts of the chart', () => {
  it('[LG-24] name the day and the hour in am or pm, in the time of the browser', () => {
    vi.stubEnv('TZ', 'Europe/Sofia');
    const chart = everyHour('2026-11-16T08:00', 24);
    expect(timeText(chart, 0)).toBe('Nov 16, 10 AM');
    expect(timeText(chart, 2)).toBe('Nov 16, 12 PM');
    expect(timeText(chart, 5)).toBe('Nov 16, 3 PM');
    expect(timeText(chart, 14)).toBe('Nov 17, 12 AM');
    expect(timeText(chart, 99)).toBe('');
    expect(timeText(chart, 0, 99)).toBe('');
  });

  it('name the time of a chosen zone, whatever the browser has', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const hours = Array.from({ length: 40 }, (_, hour) =>
      stat(Date.parse('2026-10-24T20:00Z') + hour * HOUR),
    );
    const chart = chartOf(hours, zoneOf('Europe/Berlin'));
    expect(timeText(chart, 0)).toBe('Oct 24, 10 PM CEST');
    expect([4, 5].map((index) => timeText(chart, index))).toEqual(['Oct 25, 2 AM CEST', 'Oct 25, 2 AM CET']);
    expect(timeText(chart, 3, 6)).toBe('Oct 25, 1 AM CEST – 4 AM CET');
  });

  it('name the span of several points, in both directions', () => {
    vi.stubEnv('TZ', 'UTC');
    const chart = everyHour('2026-11-16T08:00', 48);
    expect(timeText(chart, 6, 9)).toBe('Nov 16, 2 PM – 6 PM');
    expect(timeText(chart, 9, 6)).toBe('Nov 16, 2 PM – 6 PM');
    expect(timeText(chart, 6, 15)).toBe('Nov 16, 2 PM – 12 AM');
    expect(timeText(chart, 6, 17)).toBe('Nov 16, 2 PM – Nov 17, 2 AM');
  });

  it('name the span of a point of several hours or days', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(timeText(everyHour('2026-01-01T00:00', 500), 7)).toBe('Jan 1, 2 PM – 4 PM');
    expect(timeText(everyHour('2026-01-01T00:00', 24 * 170), 1)).toBe('Jan 1, 12 PM – 12 AM');
    expect(timeText(everyHour('2026-01-01T00:00', 8760), 31)).toBe('Feb 1');
    expect(timeText(everyHour('2026-01-01T00:00', 8760), 31, 33)).toBe('Feb 1 – Feb 3');
  });

  it('name the year only if there are entries of two years', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(timeText(everyHour('2026-12-31T23:00', 1), 0)).toBe('Dec 31, 11 PM');
    expect(timeText(everyHour('2026-12-31T23:00', 2), 0)).toBe('Dec 31, 2026, 11 PM');
  });

  it('name days in time zones whose midnight is within an hour of UTC', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    const chart = everyHour('2025-12-31T19:00', 8700);
    expect(timeText(chart, 0)).toBe('Jan 1');
    expect(timeText(chart, 31)).toBe('Feb 1');
    expect(timeText(everyHour('2026-11-16T08:00', 2), 0)).toBe('Nov 16, 1:30 PM');
  });

  it('tell the two hours apart when the clock is set back', () => {
    vi.stubEnv('TZ', 'Europe/Sofia');
    const chart = everyHour('2026-10-24T23:00', 4);
    expect([0, 1, 2, 3].map((index) => timeText(chart, index))).toEqual([
      'Oct 25, 2 AM',
      'Oct 25, 3 AM GMT+3',
      'Oct 25, 3 AM GMT+2',
      'Oct 25, 4 AM',
    ]);
  });

  it('mark the axis by the unit of a step', () => {
    vi.stubEnv('TZ', 'Europe/Sofia');
    const [midnight, noon] = ['2026-03-01T00:00', '2026-03-01T12:00'].map((text) => Date.parse(text));
    const ticksAt = (time = 0) =>
      (
        [
          ['hour', 3],
          ['day', 1],
          ['month', 6],
          ['month', 12],
        ] as const
      ).map(([unit, count]) => tickText(time, { unit, count }, LOCAL_CLOCK));
    expect(ticksAt(midnight)).toEqual(['Mar 1', 'Mar 1', 'Mar 2026', '2026']);
    expect(ticksAt(noon)).toEqual(['12 PM', 'Mar 1', 'Mar 2026', '2026']);
    expect(ticksAt(Date.parse('2026-03-01T13:05'))[0]).toBe('1:05 PM');
  });

  it('name each month', () => {
    vi.stubEnv('TZ', 'UTC');
    const months = Array.from({ length: 12 }, (_, month) =>
      tickText(Date.UTC(2026, month), { unit: 'month', count: 1 }, LOCAL_CLOCK).slice(0, -5),
    );
    expect(months.join()).toBe('Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec');
  });

  it('write numbers short at the axis', () => {
    expect([0, 75, 5000, 9999, 10_000, 75_000, 2_500_000].map(shortNumber)).toEqual(
      '0,75,5000,9999,10K,75K,2.5M'.split(','),
    );
  });

  it('say what one point stands for', () => {
    expect(stepText({ unit: 'hour', count: 1 })).toBe('hour');
    expect(stepText({ unit: 'hour', count: 12 })).toBe('12 hours');
    expect(stepText({ unit: 'day', count: 1 })).toBe('day');
  });

  it('describe the chart', () => {
    vi.stubEnv('TZ', 'UTC');
    const chart = chartOf([
      stat('2026-11-16T08:00', 2),
      stat('2026-11-16T10:00', 1200),
      stat('2026-11-16T12:00', 1200),
    ]);
    expect(summaryText(chart)).toBe(
      'Total requests per hour, Nov 16, 8 AM – 1 PM: 2,402 in total, at most 1,200 (Nov 16, 10 AM).',
    );
    expect(summaryText(chartOf([]))).toBe('No requests.');
  });
});

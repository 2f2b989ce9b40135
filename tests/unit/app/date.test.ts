import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatLocal, parseDate, showDate } from '#domain/app/date.ts';

describe('dates', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('parses stored dates as UTC', () => {
    expect(parseDate('2026-11-05 12:00:00.123Z')?.toISOString()).toBe('2026-11-05T12:00:00.123Z');
    expect(parseDate('2026-11-05T12:00:00Z')?.toISOString()).toBe('2026-11-05T12:00:00.000Z');
    expect(parseDate('2026-11-05 12:00:00')?.toISOString()).toBe('2026-11-05T12:00:00.000Z');
    expect(parseDate('2026-11-05')?.toISOString()).toBe('2026-11-05T00:00:00.000Z');
  });

  it('truncates fractions to milliseconds and pads shorter ones', () => {
    expect(parseDate('2026-11-05 12:00:00.1239Z')?.getUTCMilliseconds()).toBe(123);
    expect(parseDate('2026-11-05 12:00:00.5Z')?.getUTCMilliseconds()).toBe(500);
  });

  it.each([
    '',
    '   ',
    'soon',
    '2026-13-01 00:00:00Z',
    '2026-02-30 00:00:00Z',
    '2026-11-05 25:00:00Z',
    '05.11.2026',
    '2026-11-05 12:00:00Z<b>',
  ])('%j is not a date', (text) => {
    expect(parseDate(text)).toBeUndefined();
    expect(formatLocal(text)).toBe('N/A');
    expect(showDate(text)).toBeUndefined();
  });

  it('[UI-07] shows UTC, with milliseconds on demand', () => {
    const text = '2026-11-05 09:08:07.006Z';
    expect(showDate(text)).toMatchObject({ day: '2026-11-05', time: '09:08:07 UTC' });
    expect(showDate(text, { milliseconds: true })).toMatchObject({
      day: '2026-11-05',
      time: '09:08:07.006 UTC',
    });
  });

  it('[UI-07] formats the local time with milliseconds and the word Local', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(formatLocal('2026-11-05 20:08:07.006Z')).toBe('2026-11-06 05:08:07.006 Local');
  });

  it('[RL-18] splits a date into its day, its time and its local tooltip', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(showDate('2026-11-05 02:00:00.250Z')).toEqual({
      day: '2026-11-05',
      time: '02:00:00 UTC',
      tooltip: '2026-11-04 21:00:00.250 Local',
    });
    expect(showDate('2026-11-05 02:00:00.250Z', { milliseconds: true })?.time).toBe('02:00:00.250 UTC');
  });
});

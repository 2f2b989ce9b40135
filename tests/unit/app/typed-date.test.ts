import { describe, expect, test } from 'vitest';
import { dateToSend, editedDate, isSameDate, isStoredDate } from '#domain/app/typed-date.ts';

describe('a typed date is sent in UTC', () => {
  test.each([
    ['2022-01-01', '2022-01-01 00:00:00'],
    ['2022-01-01 10:30', '2022-01-01 10:30:00'],
    ['2022-01-01T10:30:15Z', '2022-01-01 10:30:15'],
    ['2022-01-01 10:30:15.25', '2022-01-01 10:30:15.250Z'],
    ['2022-01-01 10:30:15.000Z', '2022-01-01 10:30:15'],
    ['2022-01-01T02:00:00+05:00', '2021-12-31 21:00:00'],
    ['2022-01-01 10:00 -0330', '2022-01-01 13:30:00'],
    ['2022-01-01 10:00:00.5+02', '2022-01-01 08:00:00.500Z'],
    ['2022-01-01 10:00+14:00', '2021-12-31 20:00:00'],
    ['2022-01-01 10:00-14:00', '2022-01-02 00:00:00'],
  ])('%s as %s', (typed, sent) => {
    expect(dateToSend(typed)).toBe(sent);
  });

  test.each([
    '2022-01-01+05:00',
    '2022-01-01 10:00+15:00',
    '2022-01-01 10:00+14:01',
    '0001-01-01 00:00:00',
    'soon+05:00',
    '2022-01-01 10:00+05:60',
    '2022-01-01 10:00 GMT+5',
    '0000-01-01 00:00+05:00',
    '9999-12-31 23:00-05:00',
  ])('%s is rejected', (typed) => {
    expect(dateToSend(typed)).toBeUndefined();
  });
});

test('[RF-06] a stored date is edited without its fraction, a typed text is unchanged', () => {
  expect(editedDate('2026-11-05 12:00:00.123Z')).toBe('2026-11-05 12:00:00');
  for (const typed of ['2026-11-05', '2026-11-05T12:00:00+05:00', '2026-11-05 12:00:00.12', 'soon', '']) {
    expect(editedDate(typed)).toBe(typed);
  }
});

describe('dates are equal if the backend stores the same date', () => {
  test.each([
    ['2022-01-01', '2022-01-01 00:00:00'],
    ['2022-01-01 10:30', '2022-01-01 10:30:00.000Z'],
    ['2022-01-01T10:00:00+05:00', '2022-01-01 05:00:00'],
    ['2022-01-01 10:00:00', '2022-01-01 10:00:00.123Z'],
    ['2022-01-01 10:00:00.123', '2022-01-01 10:00:00.123Z'],
    ['', ' '],
  ])('%j equals %j', (a, b) => {
    expect(isSameDate(a, b)).toBe(true);
    expect(isSameDate(b, a)).toBe(true);
  });

  test.each([
    ['2022-01-01', '2022-01-02'],
    ['2022-01-01 10:00:00', '2022-01-01 10:00:00.500'],
    ['2022-01-01 10:00:00.000', '2022-01-01 10:00:00.123Z'],
    ['2022-01-01', ''],
    ['2022-01-01 10:00:00', '2022-01-01 10:00:01.500Z'],
    ['2022-01-01 10:00:00.500Z', '2022-01-01 10:00:00.600Z'],
    ['2022-01-01', 'soon'],
    ['soon', 'later'],
    ['soon', '2022-01-01 10:00:00.500Z'],
  ])('%j does not equal %j', (a, b) => {
    expect(isSameDate(a, b)).toBe(false);
    expect(isSameDate(b, a)).toBe(false);
  });
});

test.each([
  ['2026-11-05 12:00:00.123Z', true],
  ['2026-11-05 12:00:00', false],
  ['2026-11-05 12:00:00.123', false],
  ['', false],
])('%j has the format of the backend: %s', (text, isStored) => {
  expect(isStoredDate(text)).toBe(isStored);
});

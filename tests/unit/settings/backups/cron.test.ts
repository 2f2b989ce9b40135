import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CRON_SEGMENTS, describeSchedule, nextRuns, parseCron, type Schedule } from '#domain/model/cron.ts';
import { CRON_PRESETS } from '#domain/settings/backups.ts';
import { casesOf } from '#tests/support/cases.ts';

function scheduleOf(expression: string): Schedule {
  const parsed = parseCron(expression);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.schedule;
}
const runsOf = (expression: string, now: string, count = 3) =>
  nextRuns(scheduleOf(expression), new Date(now), count).map((run) => run.toISOString().slice(0, 16));

test.each([
  ['60 * * * *', 'The minute is invalid: 60 is not between 0 and 59.'],
  ['* 24 * * *', 'The hour is invalid: 24 is not between 0 and 23.'],
  ['* * 0 * *', 'The day is invalid: 0 is not between 1 and 31.'],
  ['* * * 13 *', 'The month is invalid: 13 is not between 1 and 12.'],
  ['* * * * 7', 'The weekday is invalid: 7 is not between 0 and 6.'],
  ['* * * * MON', 'The weekday is invalid: “MON” is no number.'],
  ['*/60 * * * *', 'The minute is invalid: The step 60 is not between 1 and 59.'],
  ['*/0 * * * *', 'The minute is invalid: The step 0 is not between 1 and 59.'],
  ['1/5 * * * *', 'The minute is invalid: A step needs “*” or a range, such as 1-59/5.'],
  ['*/2/3 * * * *', 'The minute is invalid: “*/2/3” has more than one “/”.'],
  ['1-2-3 * * * *', 'The minute is invalid: “1-2-3” has more than one “-”.'],
  ['5-1 * * * *', 'The minute is invalid: The range 5-1 ends before it begins.'],
  ['1,,2 * * * *', 'The minute is invalid: An empty text is no number.'],
  ['*/ * * * *', 'The minute is invalid: An empty text is no step.'],
  ['0  0 * * *', 'Separate the segments by exactly one space, with none at the ends.'],
  [' 0 0 * * *', 'Separate the segments by exactly one space, with none at the ends.'],
  ['0 0 * *', 'An expression has 5 segments: minute, hour, day, month and weekday. This one has 4.'],
  ['5', 'An expression has 5 segments: minute, hour, day, month and weekday. This one has 1.'],
  ['@reboot', '@reboot is not a macro of the backend.'],
])('[BK-20] %s: %s', (expression, problem) => {
  expect(parseCron(expression)).toEqual({ problem });
});

test.each([
  ['* * * * *', 'Every minute'],
  ['*/1 * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['2-59/3 * * * *', 'At minute 02, 05, 08 ... 59 of every hour'],
  ['0,7,9,20,41 * * * *', 'At minute 00, 07, 09, 20 and 41 of every hour'],
  ['5,1 * * * *', 'At minute 01 and 05 of every hour'],
  ['*/7 * * * *', 'At minute 00, 07, 14 ... 56 of every hour'],
  ['*/59 * * * *', 'At minute 00 and 59 of every hour'],
  ['0 * * * *', 'At minute 00 of every hour'],
  ['* 5 * * *', 'Every minute of hour 05'],
  ['0 */5 * * *', 'At minute 00 of hour 00, 05, 10 ... 20'],
  ['*/20 9-17 * * 1-5', 'Every 20 minutes of hour 09 to 17 on Monday to Friday'],
  ['0 0 * * *', 'At 00:00'],
  ['0 0,6,12,18 * * *', 'At 00:00, 06:00, 12:00 and 18:00'],
  ['0 0,6,12,18,19 * * *', 'At minute 00 of hour 00, 06, 12, 18 and 19'],
  ['@hourly', 'At minute 00 of every hour'],
  ['@midnight', 'At 00:00'],
  ['@weekly', 'At 00:00 on Sunday'],
  ['@monthly', 'At 00:00 on day 1 of the month'],
  ['0 0 * * 1-3', 'At 00:00 on Monday to Wednesday'],
  ['0 0 * * 1,3', 'At 00:00 on Monday and Wednesday'],
  ['30 4,16 1 * *', 'At 04:30 and 16:30 on day 1 of the month'],
  ['0 0 13 * 5', 'At 00:00 on day 13 of the month, only if that day is a Friday'],
  [
    '0 0 1-7 */3 1,2',
    'At 00:00 on day 1 to 7 of the month, only if that day is a Monday or Tuesday, in January, April, July and October',
  ],
  ['@yearly', 'At 00:00 on day 1 of the month, in January'],
  ['@annually', 'At 00:00 on day 1 of the month, in January'],
])('the schedule %s in words: %s', (expression, words) => {
  expect(describeSchedule(scheduleOf(expression))).toBe(words);
});

test('[BK-21] each preset has the meaning of its label', () => {
  expect(CRON_PRESETS.map(({ cron }) => describeSchedule(scheduleOf(cron)))).toEqual([
    'At 00:00',
    'At 00:00 on Sunday',
    'At 00:00 on Monday and Wednesday',
    'At 00:00 on day 1 of the month',
  ]);
});

const valuesOf = ({ min, max }: { min: number; max: number }) => {
  const step = fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }), fc.integer({ min: 1, max: 12 }))
    .map(([a, b, by]) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + index * by);
    });
  const some = fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: max - min + 1 })
    .map((values) => values.toSorted((a, b) => a - b));
  const all = fc.constant(Array.from({ length: max - min + 1 }, (_, index) => min + index));
  return fc.oneof(step, some, all);
};
const [minute, hour, day, month, weekday] = CRON_SEGMENTS;
const schedules: fc.Arbitrary<Schedule> = fc.record({
  minute: valuesOf(minute),
  hour: valuesOf(hour),
  day: valuesOf(day),
  month: valuesOf(month),
  weekday: valuesOf(weekday),
});

test('different schedules have different words', () => {
  fc.assert(
    fc.property(schedules, schedules, fc.constantFrom(...CRON_SEGMENTS), (one, other, { name }) => {
      // Two schedules that differ in one segment are the hard case.
      const near = { ...one, [name]: other[name] };
      const isSame = JSON.stringify(near[name]) === JSON.stringify(one[name]);
      expect(describeSchedule(near) === describeSchedule(one)).toBe(isSame);
    }),
    { numRuns: casesOf(3000) },
  );
});

test('the next runs are exactly the due minutes', () => {
  const now = fc.date({
    min: new Date('2023-12-01T00:00:00Z'),
    max: new Date('2028-12-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(schedules, now, (schedule, after) => {
      const [next] = nextRuns(schedule, after, 1);
      const isDue = (date: Date) =>
        schedule.minute.includes(date.getUTCMinutes()) &&
        schedule.hour.includes(date.getUTCHours()) &&
        schedule.day.includes(date.getUTCDate()) &&
        schedule.month.includes(date.getUTCMonth() + 1) &&
        schedule.weekday.includes(date.getUTCDay());
      // Every minute of the next three days, and the found one.
      let at = Math.floor(after.getTime() / 60_000) * 60_000 + 60_000;
      let expected: number | undefined;
      for (let minutes = 0; minutes < 3 * 24 * 60 && expected === undefined; minutes += 1) {
        if (isDue(new Date(at))) expected = at;
        at += 60_000;
      }
      if (expected !== undefined) expect(next?.getTime()).toBe(expected);
      else if (next) expect([isDue(next), next.getTime() >= at]).toEqual([true, true]);
    }),
    { numRuns: casesOf(200) },
  );
});

test('[BK-22] the next runs are in UTC and after now', () => {
  expect(runsOf('@daily', '2026-11-21T23:59:59.999Z')).toEqual([
    '2026-11-22T00:00',
    '2026-11-23T00:00',
    '2026-11-24T00:00',
  ]);
  expect(runsOf('@daily', '2026-11-22T00:00:00Z', 1)).toEqual(['2026-11-23T00:00']);
  expect(runsOf('59 23 31 12 *', '2026-11-21T00:00:00Z', 2)).toEqual([
    '2026-12-31T23:59',
    '2027-12-31T23:59',
  ]);
  // Friday the 13th: day and weekday both.
  expect(runsOf('0 0 13 * 5', '2026-11-21T00:00:00Z')).toEqual([
    '2027-08-13T00:00',
    '2028-10-13T00:00',
    '2029-04-13T00:00',
  ]);
});

test('leap days are found across a century, and impossible days never run', () => {
  expect(runsOf('0 0 29 2 *', '2026-11-21T00:00:00Z')).toEqual([
    '2028-02-29T00:00',
    '2032-02-29T00:00',
    '2036-02-29T00:00',
  ]);
  expect(runsOf('0 0 29 2 *', '2096-03-01T00:00:00Z', 1)).toEqual(['2104-02-29T00:00']);
  // 40 years without a Thursday, 29 February.
  expect(runsOf('0 0 29 2 4', '2080-03-01T00:00:00Z', 1)).toEqual(['2120-02-29T00:00']);
  // All of them in 400 years, the last one on the same day.
  const thursdays = runsOf('0 0 29 2 4', '2024-02-29T00:00:00Z', 100);
  expect([thursdays.length, thursdays.at(-1)]).toEqual([13, '2424-02-29T00:00']);
  expect(runsOf('0 0 30 2 *', '2026-11-21T00:00:00Z')).toEqual([]);
  expect(runsOf('0 0 31 2,4,6,9,11 *', '2026-11-21T00:00:00Z')).toEqual([]);
});

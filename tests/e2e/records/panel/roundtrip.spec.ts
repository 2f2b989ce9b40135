import { field } from '#tests/support/factories.ts';
import { test } from '#tests/support/fixtures.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { filled, nameAt, roundTrip, valuesFrom } from '#tests/support/records/round-trip.ts';

const TEXTS: readonly string[] = [
  '',
  ' ',
  'a',
  '0',
  'null',
  '  space at both ends  ',
  'two\nlines\n',
  '\n\n\ta tab',
  '"quoted", \'too\' and \\ back',
  '日本語 العربية עברית ñ é e\u0301',
  `x${'\u{10FFFF}'}😀👩‍👩‍👧‍👦`,
  'y'.repeat(5000),
  ...Object.values(hostileStrings).map((text) => text.replace(/\r/g, '').slice(0, 4000)),
];

test('round trip: text', async ({ page, admin, backend }) => {
  await admin.signIn();
  const read = valuesFrom(backend, TEXTS.length);
  await roundTrip({ page, backend, ...filled('text', TEXTS), read, expected: TEXTS });
});

const NUMBERS: readonly (readonly [typed: string, stored: number])[] = [
  ['', 0],
  ['0', 0],
  ['1', 1],
  ['-1', -1],
  ['1.5', 1.5],
  ['-0.1', -0.1],
  ['0.30000000000000004', 0.30000000000000004],
  ['123456789.12345679', 123456789.12345679],
  ['9007199254740991', 9007199254740991],
  ['-9007199254740991', -9007199254740991],
  ['1e21', 1e21],
  ['1.7976931348623157e308', 1.7976931348623157e308],
  ['5e-324', 5e-324],
  ['007', 7],
];

test('round trip: number', async ({ page, admin, backend }) => {
  await admin.signIn();
  const typed = NUMBERS.map(([text]) => text);
  const expected = NUMBERS.map(([, stored]) => stored);
  const read = valuesFrom(backend, NUMBERS.length);
  await roundTrip({ page, backend, ...filled('number', typed), read, expected });
});

const FLAGS = [true, false, true, true, false, false, true, false, false, false, true, true];

test('round trip: bool', async ({ page, admin, backend }) => {
  await admin.signIn();
  await roundTrip({
    page,
    backend,
    fields: FLAGS.map((_, index) => field(nameAt(index), 'bool')),
    enter: async (screen) => {
      for (const [index, flag] of FLAGS.entries()) {
        const toggle = screen.field(nameAt(index)).getByRole('switch');
        // Values that end as false were on for a moment.
        await toggle.check();
        if (!flag) await toggle.uncheck();
      }
    },
    read: valuesFrom(backend, FLAGS.length),
    expected: FLAGS,
  });
});

const EMAILS = [
  '',
  'a@b.co',
  'UPPER.Case@Example.COM',
  'plus+tag@example.com',
  "o'brien@example.com",
  'under_score-dash@example.com',
  '1234567890@example.com',
  `${'l'.repeat(64)}@example.com`,
  'user@sub.sub.sub.example.com',
  'user@xn--bcher-kva.example',
  'user@example.museum',
  'a.b.c.d@example.co.uk',
];

test('round trip: email', async ({ page, admin, backend }) => {
  await admin.signIn();
  const read = valuesFrom(backend, EMAILS.length);
  await roundTrip({ page, backend, ...filled('email', EMAILS), read, expected: EMAILS });
});

const URLS = [
  '',
  'https://example.com',
  'http://localhost:8090/_/',
  'https://example.com/path/?a=1&b=2#part',
  'https://example.com/%3Cscript%3Ealert(1)%3C/script%3E',
  'https://user:secret@example.com/',
  'http://127.0.0.1:1/',
  'https://xn--bcher-kva.example/',
  'https://example.com/日本?q=é',
  'https://EXAMPLE.COM/CaSe',
  'ftp://example.com/file.txt',
  `https://example.com/${'p'.repeat(1500)}`,
];

test('round trip: url', async ({ page, admin, backend }) => {
  await admin.signIn();
  const read = valuesFrom(backend, URLS.length);
  await roundTrip({ page, backend, ...filled('url', URLS), read, expected: URLS });
});

const DATES = [
  '',
  '2026-11-05 12:00:00',
  '1970-01-01 00:00:00',
  '1969-12-31 23:59:59',
  '2024-02-29 23:59:59',
  '2000-01-01 00:00:00',
  '1582-10-15 00:00:00',
  '0001-01-02 00:00:00',
  '9999-12-31 23:59:59',
  '2038-01-19 03:14:08',
  // The hours that the browser's time zone skips and repeats.
  '2026-03-29 01:30:00',
  '2026-10-25 01:30:00',
];

test('round trip: date', async ({ page, admin, backend }) => {
  await admin.signIn();
  const expected = DATES.map((date) => (date ? `${date}.000Z` : ''));
  const read = valuesFrom(backend, DATES.length);
  await roundTrip({ page, backend, ...filled('date', DATES), read, expected });
});

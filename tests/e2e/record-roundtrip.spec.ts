import type { Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import {
  type Collection,
  createCollection,
  type FieldInput,
  field,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { hostileStrings } from '../support/hostile.ts';
import { openNew, openRecord, type PanelScreen, partsOf, saveAndWait } from '../support/record-panel.ts';
import { hashQuery } from '../support/records-page.ts';
import { toasts } from '../support/screens.ts';

interface Trip {
  readonly page: Page;
  readonly backend: Backend;
  /** One field for every value. */
  readonly fields: readonly FieldInput[];
  /** Types the values in. */
  readonly enter: (screen: PanelScreen) => Promise<void>;
  /** What is stored, to be compared with what was typed. */
  readonly read: (collection: Collection, id: string) => Promise<unknown>;
  readonly expected: unknown;
}

/**
 * Creates a record through the interface, reads it back past it, opens it anew, changes another field and reads
 * it again: nothing but that field was sent, and nothing else has changed.
 */
async function roundTrip({ page, backend, fields, enter, read, expected }: Trip): Promise<void> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('trips'),
    schema: [...fields, field('other')],
  });
  const screen = await openNew(page, collection.id);
  await enter(screen);
  await page.keyboard.press('Control+s');
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = hashQuery(page)['recordId'] ?? '';
  expect(await read(collection, id)).toEqual(expected);

  await page.reload();
  const again = await openRecord(page, collection.id, id);
  await again.control('other').fill('changed');
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([{ name: 'other', value: 'changed' }]);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await read(collection, id)).toEqual(expected);
}

const nameAt = (index: number) => `v${index}`;

/** A field of one type for each value, its control filled with the value. */
function filled(type: FieldInput['type'], values: readonly string[], options: Record<string, unknown> = {}) {
  return {
    fields: values.map((_, index) => field(nameAt(index), type, { options })),
    enter: async (screen: PanelScreen) => {
      for (const [index, value] of values.entries()) await screen.control(nameAt(index)).fill(value);
    },
  };
}

/** The values of a record through the API, in the order of their fields. */
function valuesFrom(backend: Backend, count: number) {
  return async (collection: Collection, id: string): Promise<unknown[]> => {
    const record = await backend.api.get(`/api/collections/${collection.id}/records/${id}`);
    return Array.from({ length: count }, (_, index) => record[nameAt(index)]);
  };
}

/** The bytes in the database, where the API would read them first. */
function columnsFrom(backend: Backend, count: number) {
  return async (collection: Collection, id: string): Promise<unknown[]> => {
    const names = Array.from({ length: count }, (_, index) => nameAt(index));
    const list = names.map((name) => `cast(${name} as text) ${name}`).join(', ');
    const [row] = backend.sql(`select ${list} from ${collection.name} where id = ?`, [id]);
    return names.map((name) => row?.[name]);
  };
}

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
        // Those that end as false were on for a moment.
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
  // The hours that the clocks of the browser's own time zone skip and repeat.
  '2026-03-29 01:30:00',
  '2026-10-25 01:30:00',
];

test('round trip: date', async ({ page, admin, backend }) => {
  await admin.signIn();
  const expected = DATES.map((date) => (date ? `${date}.000Z` : ''));
  const read = valuesFrom(backend, DATES.length);
  await roundTrip({ page, backend, ...filled('date', DATES), read, expected });
});

const OPTIONS = [
  'plain',
  'two words',
  'UPPER',
  '0',
  'null',
  'true',
  '日本語',
  'emoji 😀',
  '<b>bold</b>',
  '"quoted"',
  "it's",
  'a|b&c=d',
];

async function choose(page: Page, screen: PanelScreen, name: string, options: readonly string[]) {
  await screen.field(name).getByRole('combobox').first().click();
  const list = page.getByRole('listbox', { name, exact: true });
  for (const option of options) await list.getByRole('option', { name: option, exact: true }).click();
}

test('round trip: select of one', async ({ page, admin, backend }) => {
  await admin.signIn();
  await roundTrip({
    page,
    backend,
    fields: OPTIONS.map((_, index) =>
      field(nameAt(index), 'select', { options: { maxSelect: 1, values: OPTIONS } }),
    ),
    enter: async (screen) => {
      for (const [index, option] of OPTIONS.entries()) await choose(page, screen, nameAt(index), [option]);
    },
    read: valuesFrom(backend, OPTIONS.length),
    expected: OPTIONS,
  });
});

const LISTS = [
  [],
  ['plain'],
  ['two words', 'plain'],
  ['null', 'true', '0'],
  ['<b>bold</b>', '"quoted"'],
  ["it's", 'a|b&c=d'],
  ['emoji 😀', '日本語'],
  ['日本語', 'emoji 😀'],
  ['UPPER'],
  ['0'],
  ['true'],
  [...OPTIONS].reverse(),
];

test('round trip: select of several, in the order they were chosen', async ({ page, admin, backend }) => {
  await admin.signIn();
  await roundTrip({
    page,
    backend,
    fields: LISTS.map((_, index) =>
      field(nameAt(index), 'select', { options: { maxSelect: OPTIONS.length, values: OPTIONS } }),
    ),
    enter: async (screen) => {
      for (const [index, list] of LISTS.entries()) {
        if (!list.length) continue;
        await choose(page, screen, nameAt(index), list);
        await page.keyboard.press('Escape');
      }
    },
    read: valuesFrom(backend, LISTS.length),
    expected: LISTS,
  });
});

const DOCUMENTS: readonly (readonly [typed: string, stored: string])[] = [
  ['', 'null'],
  ['null', 'null'],
  ['""', '""'],
  ['"123"', '"123"'],
  ['"true"', '"true"'],
  ['true', 'true'],
  ['9007199254740993', '9007199254740993'],
  [
    '{"price": 1.10, "big": 18446744073709551616, "tiny": 1e-400}',
    '{"price":1.10,"big":18446744073709551616,"tiny":1e-400}',
  ],
  ['[]', '[]'],
  ['{\n  "b": {},\n  "a": [1, [2, [3]]]\n}', '{"b":{},"a":[1,[2,[3]]]}'],
  ['{"a":1,"a":2,"__proto__":3}', '{"a":1,"a":2,"__proto__":3}'],
  ['"<script>alert(1)</script> & \\u0041 日本 😀"', '"<script>alert(1)</script> & \\u0041 日本 😀"'],
  [`${'['.repeat(60)}1.0${']'.repeat(60)}`, `${'['.repeat(60)}1.0${']'.repeat(60)}`],
];

test('round trip: json, every digit and escape of it', async ({ page, admin, backend }) => {
  await admin.signIn();
  await roundTrip({
    page,
    backend,
    fields: DOCUMENTS.map((_, index) => field(nameAt(index), 'json')),
    enter: async (screen) => {
      for (const [index, [typed]] of DOCUMENTS.entries()) {
        if (typed) await screen.fillCode(nameAt(index), typed);
      }
    },
    read: columnsFrom(backend, DOCUMENTS.length),
    expected: DOCUMENTS.map(([, stored]) => stored),
  });
});

const FILES: readonly (readonly [name: string, content: Buffer])[] = [
  ['plain.txt', Buffer.from('plain')],
  ['one-byte.bin', Buffer.from([0])],
  ['all-bytes.bin', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['large.bin', Buffer.alloc(1_000_000, 'abc')],
  ['line-breaks.txt', Buffer.from('a\r\nb\nc\rd')],
  [
    'boundary.txt',
    Buffer.from('------WebKitFormBoundary\r\nContent-Disposition: form-data; name="x"\r\n\r\n'),
  ],
  ['unicode 日本語.txt', Buffer.from('日本語 😀')],
  ['with "quotes" & spaces.txt', Buffer.from('quotes')],
  ['<script>.html', Buffer.from('<script>alert(1)</script>')],
  ['no-extension', Buffer.from('none')],
  ['.hidden', Buffer.from('hidden')],
  [`${'long'.repeat(30)}.txt`, Buffer.from('long name')],
];

test('round trip: files, byte for byte and in their order', async ({ page, admin, backend }) => {
  await admin.signIn();
  await roundTrip({
    page,
    backend,
    fields: [field('v0', 'file', { options: { maxSelect: FILES.length } })],
    enter: async (screen) => {
      const files = FILES.map(([name, buffer]) => ({ name, buffer, mimeType: 'application/octet-stream' }));
      await screen.field('v0').locator('input[type=file]').setInputFiles(files);
      await expect(screen.field('v0').getByRole('listitem')).toHaveCount(FILES.length);
      await screen.control('other').focus();
    },
    read: async (collection, id) => {
      const record = await backend.api.get(`/api/collections/${collection.id}/records/${id}`);
      const names = record['v0'] as string[];
      const contents = await Promise.all(
        names.map(async (name) => {
          const url = `${backend.url}/api/files/${collection.id}/${id}/${encodeURIComponent(name)}`;
          return Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64');
        }),
      );
      return contents;
    },
    expected: FILES.map(([, content]) => content.toString('base64')),
  });
});

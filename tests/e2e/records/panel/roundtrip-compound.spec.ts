import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { type Collection, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import type { PanelScreen } from '#tests/support/records/panel.ts';
import { nameAt, roundTrip, valuesFrom } from '#tests/support/records/round-trip.ts';

/** The bytes in the database, because the API would parse them. */
function columnsFrom(backend: Backend, count: number) {
  return async (collection: Collection, id: string): Promise<unknown[]> => {
    const names = Array.from({ length: count }, (_, index) => nameAt(index));
    const list = names.map((name) => `cast(${name} as text) ${name}`).join(', ');
    const [row] = backend.sql(`select ${list} from ${collection.name} where id = ?`, [id]);
    return names.map((name) => row?.[name]);
  };
}

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

test('round trip: select with one value', async ({ page, admin, backend }) => {
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

test('round trip: select with several values, in the order of selection', async ({
  page,
  admin,
  backend,
}) => {
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

test('round trip: json, with every digit and escape', async ({ page, admin, backend }) => {
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

test('round trip: files, byte for byte and in order', async ({ page, admin, backend }) => {
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

import { DatabaseSync } from 'node:sqlite';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { reach } from '#tests/support/keys.ts';
import { queryOf, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  createdId,
  openRecord,
  type PanelScreen,
  panelScreen,
  recordPanels,
  saveAndWait,
  saveButton,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { chosen, fieldOf, idsOf, openPost, seedPeopleAndPosts } from '#tests/support/records/relations.ts';
import { filled, roundTrip, type TypedValue } from '#tests/support/records/round-trip.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';

// The values that a control could change; the store tests of the panel try many more.
const TEXTS = [
  '',
  '  space at both ends  ',
  'two\nlines\n',
  '\n\n\ta tab',
  '"quoted", \'too\' and \\ back',
  `x${'\u{10FFFF}'}😀👩‍👩‍👧‍👦 العربية e\u0301`,
  'y'.repeat(5000),
  hostileStrings.script,
  hostileStrings.rightToLeft,
  hostileStrings.controls.replace(/\r/g, ''),
];
const NUMBERS = [
  ['', 0],
  ['-0.1', -0.1],
  ['0.30000000000000004', 0.30000000000000004],
  ['-9007199254740991', -9007199254740991],
  ['1e21', 1e21],
  ['5e-324', 5e-324],
  ['007', 7],
] as const;
const EMAILS = ['', 'UPPER.Case@Example.COM', "o'brien+tag@example.com", `${'l'.repeat(64)}@example.com`];
const URLS = [
  '',
  'https://user:secret@EXAMPLE.COM/CaSe/?a=1&b=2#part',
  'https://example.com/日本?q=%3Cscript%3Eé',
  `https://example.com/${'p'.repeat(1500)}`,
];
const DATES = [
  '',
  '1969-12-31 23:59:59',
  '0001-01-02 00:00:00',
  '9999-12-31 23:59:59',
  // The hours that the browser's time zone skips and repeats.
  '2026-03-29 01:30:00',
  '2026-10-25 01:30:00',
];
const DOCUMENTS = [
  ['', 'null'],
  [
    '{"price": 1.10, "big": 18446744073709551616, "tiny": 1e-400}',
    '{"price":1.10,"big":18446744073709551616,"tiny":1e-400}',
  ],
  ['{\n  "b": {},\n  "a": [1, [2, [3]]], "a": 2\n}', '{"b":{},"a":[1,[2,[3]]],"a":2}'],
  [
    '["<script>alert(1)</script> & \\u0041 日本 😀", {"__proto__": 3}]',
    '["<script>alert(1)</script> & \\u0041 日本 😀",{"__proto__":3}]',
  ],
  [`${'['.repeat(60)}1.0${']'.repeat(60)}`, `${'['.repeat(60)}1.0${']'.repeat(60)}`],
] as const;
const OPTIONS = ['plain', 'two words', '0', 'null', '日本語', '<b>"quoted"</b>', "it's", 'a|b&c=d'];

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

async function choose({ field, panel }: PanelScreen, name: string, options: readonly string[]) {
  const list = panel.page().getByRole('listbox', { name, exact: true });
  await field(name).getByRole('combobox').first().click();
  for (const option of options) await list.getByRole('option', { name: option, exact: true }).click();
}

const select = (name: string, maxSelect: number) =>
  field(name, 'select', { options: { maxSelect, values: OPTIONS } });

const VALUES: readonly TypedValue[] = [
  ...filled(
    'text',
    TEXTS.map((text) => [text, text]),
  ),
  ...filled('number', NUMBERS),
  ...filled(
    'email',
    EMAILS.map((email) => [email, email]),
  ),
  ...filled(
    'url',
    URLS.map((url) => [url, url]),
  ),
  ...filled(
    'date',
    DATES.map((date) => [date, date ? `${date}.000Z` : '']),
  ),
  ...[true, false].map((flag) => ({
    field: field(`bool_${flag}`, 'bool'),
    enter: async (screen: PanelScreen, name: string) => {
      const toggle = screen.field(name).getByRole('switch');
      // A value that ends as false was on for a moment.
      await toggle.check();
      if (!flag) await toggle.uncheck();
    },
    stored: flag,
  })),
  {
    field: select('one', 1),
    enter: (screen, name) => choose(screen, name, ['<b>"quoted"</b>']),
    stored: '<b>"quoted"</b>',
  },
  { field: select('none', OPTIONS.length), enter: () => Promise.resolve(), stored: [] },
  {
    // In the order of selection.
    field: select('all', OPTIONS.length),
    enter: async (screen, name) => {
      await choose(screen, name, OPTIONS.toReversed());
      await screen.panel.page().keyboard.press('Escape');
    },
    stored: OPTIONS.toReversed(),
  },
  ...DOCUMENTS.map(([typed, stored], index) => ({
    field: field(`json${index}`, 'json'),
    enter: async (screen: PanelScreen, name: string) => {
      if (typed) await screen.fillCode(name, typed);
    },
    stored,
  })),
  {
    field: field('files', 'file', { options: { maxSelect: FILES.length } }),
    enter: async (screen, name) => {
      const files = FILES.map(([file, buffer]) => ({
        name: file,
        buffer,
        mimeType: 'application/octet-stream',
      }));
      await screen.field(name).locator('input[type=file]').setInputFiles(files);
      await expect(screen.field(name).getByRole('listitem')).toHaveCount(FILES.length);
      await screen.control('other').focus();
    },
    stored: FILES.map(([, content]) => content.toString('base64')),
  },
];

/** The stored values: of JSON the bytes in the database, because the API would parse them, of files the contents. */
function readFrom(backend: Backend) {
  return async (collection: Collection, id: string) => {
    const record = await backend.api.get(`/api/collections/${collection.id}/records/${id}`);
    const values = VALUES.map(async ({ field: { name, type } }) => {
      if (type === 'json') {
        const [row] = backend.sql(`select cast(${name} as text) text from ${collection.name} where id = ?`, [
          id,
        ]);
        return [name, row?.['text']];
      }
      if (type !== 'file') return [name, record[name]];
      const contents = [record[name]].flat().map(async (file) => {
        const url = `${backend.url}/api/files/${collection.id}/${id}/${encodeURIComponent(String(file))}`;
        return Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64');
      });
      return [name, await Promise.all(contents)];
    });
    return Object.fromEntries(await Promise.all(values));
  };
}

test('round trip: values of every type are stored as typed, and stay when another field is saved', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  await roundTrip({ page, backend, values: VALUES, read: readFrom(backend) });
});

test('[UI-02][TR-14][TR-15] with the keyboard only: a record with a field of every type, saved with Ctrl+S', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('keyed'),
    schema: [
      field('title', 'text'),
      field('amount', 'number'),
      field('active', 'bool'),
      field('contact', 'email'),
      field('website', 'url'),
      field('due', 'date'),
      field('status', 'select', { options: { maxSelect: 1, values: ['draft', 'published'] } }),
      field('tags', 'select', { options: { maxSelect: 2, values: ['red', 'green', 'blue'] } }),
      field('meta', 'json'),
      field('cover', 'file'),
      field('body', 'editor'),
    ],
  });
  // Requested early: the browser must know about the interception before a key opens the chooser.
  const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await expect(recordsScreen(page).scroller.getByText('No records found.')).toBeVisible();
  const { keyboard } = page;
  const screen = panelScreen(page);
  /** Presses Tab until the focus is in the part of a field. */
  const tabTo = async (name: string, role: 'textbox' | 'spinbutton' | 'switch' | 'combobox' | 'button') => {
    const target = screen.field(name).getByRole(role).first();
    for (let presses = 0; presses < 12; presses++) {
      await keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not reach ${name}.`);
  };
  await reach(page, page.getByRole('button', { name: 'New record' }).first());
  await keyboard.press('Enter');
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(screen.control('title')).toBeVisible();
  // It gets the focus a moment after it appears.
  await expect(screen.panel).toBeFocused();

  await tabTo('title', 'textbox');
  await keyboard.type('typed');
  await tabTo('amount', 'spinbutton');
  await keyboard.type('12,50');
  await tabTo('active', 'switch');
  await keyboard.press('Space');
  await tabTo('contact', 'textbox');
  await keyboard.type('anna@müller.example');
  await tabTo('website', 'textbox');
  await keyboard.type('https://example.com');
  await tabTo('due', 'textbox');
  await keyboard.type('2026-11-05 12:00:00');
  await tabTo('status', 'combobox');
  await keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'status' })).toBeVisible();
  await expect(screen.field('status').getByRole('combobox')).toBeFocused();
  await expect(screen.field('status').getByRole('combobox')).toHaveAttribute('aria-activedescendant', /./);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(screen.field('status').getByRole('combobox')).toHaveText('published');
  await tabTo('tags', 'combobox');
  await keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'tags' })).toBeVisible();
  await expect(screen.field('tags').getByRole('combobox')).toBeFocused();
  await expect(screen.field('tags').getByRole('combobox')).toHaveAttribute('aria-activedescendant', /./);
  await keyboard.press('Enter');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await expect(screen.field('tags').getByRole('button', { name: /^Remove/ })).toHaveCount(2);
  await expect(screen.field('meta').locator('.ace_editor')).toBeVisible();
  await tabTo('meta', 'textbox');
  await keyboard.insertText('{"a":1}');
  await keyboard.press('Escape');
  await tabTo('cover', 'button');
  await keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'keyed.txt', mimeType: 'text/plain', buffer: Buffer.from('keyed') });
  await expect(screen.field('cover')).toContainText('keyed.txt');
  await keyboard.press('Control+s');
  await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = await createdId(page);
  expect(await backend.api.get(`/api/collections/${collection.id}/records/${id}`)).toMatchObject({
    title: 'typed',
    amount: 12.5,
    active: true,
    contact: 'anna@müller.example',
    website: 'https://example.com',
    due: '2026-11-05 12:00:00.000Z',
    status: 'published',
    tags: ['red', 'blue'],
    meta: { a: 1 },
    cover: expect.stringMatching(/^keyed_/),
  });

  // Through all fields and back, into the started editors, without a change.
  await backend.api.patch(`/api/collections/${collection.id}/records/${id}`, {
    body: '<ul><li>one</li><li>two</li></ul>',
  });
  await page.reload();
  await expect(screen.field('meta').locator('.ace_editor')).toBeVisible();
  const rich = screen.field('body').locator('iframe');
  await screen.field('body').getByText('body').click();
  await expect(screen.field('body').getByRole('button', { name: 'Bold' })).toBeVisible();
  await expect(rich).toBeFocused();
  await expect(screen.field('body').locator('[data-rich-text-shown]')).toHaveCount(0);
  await screen.panel.focus();
  const passed = new Set<string | null>();
  for (const [key, end] of [
    ['Tab', screen.cancel],
    ['Shift+Tab', screen.control('title')],
  ] as const) {
    for (let presses = 0; presses < 30; presses++) {
      await keyboard.press(key);
      if (await end.evaluate((element) => element === document.activeElement)) break;
      passed.add(
        await page.evaluate(
          () => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? null,
        ),
      );
    }
    await expect(end).toBeFocused();
    await expect(screen.save).toBeDisabled();
  }
  expect([...passed]).toEqual(expect.arrayContaining(['title', 'tags', 'meta', 'cover', 'body']));

  // In the rich text, Enter begins to edit, Escape ends that, and the next one closes the panel.
  await rich.focus();
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await expect(screen.save).toBeDisabled();
  await keyboard.press('Escape');
  await expect(recordPanels(page)).toHaveCount(0);
});

test('[RF-16][RF-17][API-10] related records are listed, reordered and loaded again; missing ones are removed', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const created = await seedPeopleAndPosts(backend, 103);
  const { posts, people, persons } = created;
  const create = (readers: string[]) => createRecord(backend.api, posts.id, { title: 'x', readers });
  const ids = persons.map(({ id }) => id).toReversed();
  const [a = '', b = '', c = '', x = '', y = '', z = ''] = idsOf(persons, 0, 1, 2, 3, 4, 5);
  const many = await create(ids);
  const three = await create([a, b, c]);
  const two = await create([a, b]);
  const broken = await create([x, y, z]);
  await admin.signIn();
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    const query = queryOf(request);
    if (request.url().includes(`/${people.id}/records?`) && query['filter']) requested.push(query);
  });
  const panel = await openPost(page, posts, many);
  const rows = chosen(panel, 'readers');

  await test.step('they are listed by their presentable fields, 100 ids at a time in requests that 0.22.25 takes', async () => {
    await expect(rows).toHaveCount(103);
    await expect(rows.first()).toContainText('person 102');
    await expect(rows.last()).toContainText('person 000');
    expect(requested.map(({ filter }) => filter)).toEqual(
      [ids.slice(0, 50), ids.slice(50, 100), ids.slice(100)].map((part) =>
        part.map((id) => `id="${id}"`).join('||'),
      ),
    );
    for (const query of requested) expect(query).toMatchObject({ fields: '*:excerpt(200)', skipTotal: '1' });
    await rows.first().getByRole('img', { name: 'Show record' }).hover();
    await expect(tooltip(page)).toContainText(`"id": "${ids[0]}"`);
  });
  await test.step('one is removed', async () => {
    await panel.getByRole('button', { name: 'Remove person 102' }).click();
    await expect(rows).toHaveCount(102);
    await saveAndWait(page, posts.id);
    await expect(panel).toBeHidden();
    expect((await storedRecord(backend, posts, many.id))['readers']).toEqual(ids.slice(1));
  });

  await openRecord(page, posts.id, three.id);
  const handle = panel.getByRole('button', { name: 'Move person 000', exact: true });
  await test.step('they are reordered by dragging', async () => {
    await expect(rows).toHaveCount(3);
    // Waits until the panel has stopped moving, because positions change until then.
    await handle.hover();
    const [from, to] = [await handle.boundingBox(), await rows.last().boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 20, { steps: 3 });
    await page.mouse.move(to.x + 20, to.y + to.height / 2 + 4, { steps: 8 });
    await page.mouse.up();
    await expect(rows).toHaveText([/person 001/, /person 002/, /person 000/]);
  });
  await test.step('and by keyboard, and Escape puts one back', async () => {
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('person 000 is over place 3 of 3.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('person 000 is over place 2 of 3.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.getByText('person 000 was put back to place 3 of 3.')).toBeAttached();
    await expect(panel).toBeVisible();
    await expect(rows).toHaveText([/person 001/, /person 002/, /person 000/]);

    // So does a press: what is typed then is for the field.
    const title = fieldOf(panel, 'title').locator('textarea');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('person 000 is over place 2 of 3.')).toBeAttached();
    await title.click();
    await expect(title).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' y z');
    await expect(title).toHaveValue('x y z');
    await expect(rows).toHaveText([/person 001/, /person 002/, /person 000/]);

    await handle.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('person 000 is over place 3 of 3.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('person 000 is over place 2 of 3.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(rows).toHaveText([/person 001/, /person 000/, /person 002/]);
    await saveAndWait(page, posts.id);
    await expect(panel).toBeHidden();
    expect((await storedRecord(backend, posts, three.id))['readers']).toEqual([b, a, c]);
  });

  await test.step('those that could not be loaded can be requested again without leaving the panel', async () => {
    expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\?page=1&perPage=50&.*$/);
    const isLookup = (url: URL) => url.pathname.endsWith(`/${people.id}/records`);
    await page.route(isLookup, (route) => failWith(route, 'Nobody there.', 502));
    await openRecord(page, posts.id, two.id);
    await fieldOf(panel, 'title').locator('textarea').fill('typed meanwhile');
    const readers = fieldOf(panel, 'readers');
    await expect(readers.getByText('The records could not be loaded.')).toBeVisible();
    await expect(rows).toHaveText([a, b]);
    await checkScreen('[role=dialog]');
    await page.unroute(isLookup);
    await readers.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveText(['person 000', 'person 001']);
    await expect(readers.getByText('The records could not be loaded.')).toBeHidden();
    await expect(readers.locator(':focus')).toHaveCount(1);
    await saveAndWait(page, posts.id);
    await expect(panel).toBeHidden();
    expect(await storedRecord(backend, posts, two.id)).toMatchObject({
      title: 'typed meanwhile',
      readers: [a, b],
    });
  });

  await test.step('ids of missing records leave the list with a message, and the value with the next change', async () => {
    // The backend cleans up relations itself: only a change in the database leaves such ids.
    const database = new DatabaseSync(`${backend.dir}/data.db`);
    try {
      database.exec('PRAGMA busy_timeout = 10000');
      database.prepare(`DELETE FROM ${people.name} WHERE id IN (?, ?)`).run(x, z);
    } finally {
      database.close();
    }
    await openRecord(page, posts.id, broken.id);
    await expect(rows).toHaveText([/person 004/]);
    await fieldOf(panel, 'readers').getByRole('button', { name: 'Some relations are missing' }).hover();
    await expect(tooltip(page)).toHaveText(
      `The following relation ids were removed from the list because they are missing or invalid: ${x}, ${z}.`,
    );
    await expect(saveButton(panel)).toBeDisabled();
    await panel.getByRole('textbox', { name: 'title' }).fill('y');
    // With such ids, the backend refuses every update of the record.
    await saveAndWait(page, posts.id);
    await expect(panel).toBeHidden();
    expect(await storedRecord(backend, posts, broken.id)).toMatchObject({ title: 'y', readers: [y] });
  });
});

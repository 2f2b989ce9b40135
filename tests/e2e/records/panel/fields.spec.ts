import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  type FieldInput,
  field,
  type RecordRow,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { reach } from '#tests/support/keys.ts';
import { onLine } from '#tests/support/lines.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  createdId,
  isSave,
  openNew,
  openRecord,
  type PanelScreen,
  panelScreen,
  partsOf,
  recordPanels,
  saveAndWait,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';

// The time zone of the tests is Sofia, two hours ahead of UTC in winter and three in summer.
/** A stored date as the page shows it, in its own time zone. */
const localDate = (page: Page, stored: unknown) =>
  page.evaluate((text) => {
    const date = new Date(text.replace(' ', 'T'));
    const pad = (value: number, length = 2) => String(value).padStart(length, '0');
    const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
    const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
    return `${day} ${time}.${pad(date.getMilliseconds(), 3)} Local`;
  }, String(stored));

/** Creates a collection with these fields; the page must not be open yet. */
const createWith = ({ api }: Backend, fields: FieldInput[]) =>
  createCollection(api, { name: uniqueName('fields'), fields });

/** As long as an id has to be. */
const ID = onLine('id_of_15_chars_', 'anidof15letters');

async function entersId(page: Page, backend: Backend, { id: collectionId }: Collection) {
  const { panel, save, title } = await openNew(page, collectionId);
  const id = panel.getByLabel('id', { exact: true });
  await expect(id).toHaveAttribute('placeholder', 'Leave empty to auto generate...');
  await expect(id).toHaveAttribute('minlength', '15');
  await id.pressSequentially('short');
  await save.click();
  expect(await id.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await expect(id).toBeFocused();
  await id.fill(ID);
  await page.keyboard.press('Control+s');
  await expect(title).toHaveText(/^Edit/);
  await expect(id).toHaveValue(ID);
  await expect(id).toHaveAttribute('readonly', '');
  const row = await backend.api.get(`/api/collections/${collectionId}/records/${ID}`);
  await panel.getByRole('button', { name: 'Created and updated' }).hover();
  await expect(tooltip(page)).toHaveText(
    `Created: ${await localDate(page, row['created'])}\nUpdated: ${await localDate(page, row['updated'])}`,
  );
}

/** What is entered into the required fields of `showsControls`. */
const REQUIRED: Readonly<Record<string, string>> = {
  title: 'line',
  amount: '1.25',
  contact: 'a@example.com',
  website: 'https://example.com',
  due: '2026-11-05 12:00:00',
};

const CONTROLS = [
  field('title', 'text', { isRequired: true }),
  field('amount', 'number', { isRequired: true, min: -5, max: 10 }),
  field('active', 'bool'),
  field('contact', 'email', { isRequired: true }),
  field('website', 'url', { isRequired: true }),
  field('due', 'date', { isRequired: true }),
  field('body', 'editor'),
  field('kind', 'select'),
  field('doc', 'json'),
  field('file', 'file'),
];

async function showsControls(page: Page, controls: Collection) {
  const screen = await openNew(page, controls.id);
  const icons = new Set<string | null>();
  for (const { name } of controls.fields) {
    const label = screen.field(name).locator('label').filter({ hasText: name });
    const mark = await label.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(mark, name).toMatch(name in REQUIRED ? /\*/ : /^none$/);
    icons.add(await screen.field(name).locator('[class*="icon-["]').first().getAttribute('class'));
  }
  expect(icons.size).toBe(controls.fields.length);

  // The browser refuses the first empty required field.
  for (const [name, value] of Object.entries(REQUIRED)) {
    await screen.save.click();
    await expect(screen.control(name)).toBeFocused();
    const isMissing = (input: HTMLInputElement) => input.validity.valueMissing;
    expect(await screen.control(name).evaluate(isMissing)).toBe(true);
    await screen.control(name).fill(value);
  }
  const height = async () => (await screen.control('title').boundingBox())?.height ?? 0;
  const before = await height();
  await screen.control('title').fill('one\ntwo\nthree\nfour\nfive\nsix');
  expect(await height()).toBeGreaterThan(before + 20);
  await expect(screen.control('contact')).toHaveAttribute('inputmode', 'email');
  await expect(screen.control('website')).toHaveAttribute('type', 'url');

  const amount = screen.control('amount');
  await expect(amount).toHaveRole('spinbutton');
  for (const [text, problem] of [
    ['11', 'Enter 10 or less.'],
    ['-6', 'Enter -5 or more.'],
  ] as const) {
    await amount.fill(text);
    await screen.save.click();
    await expect(amount).toHaveAccessibleDescription(problem);
  }
  await amount.fill('0.123456789');
  await expect(screen.field('active').getByRole('switch', { name: 'active' })).not.toBeChecked();
  const sent = partsOf(await saveAndWait(page, controls.id));
  expect(sent).toContainEqual({ name: 'active', value: 'false' });
  expect(sent).toContainEqual({ name: 'amount', value: '0.123456789' });
  await expect(screen.panel).toHaveCount(0);
}

const SELECTS = [
  field('one', 'select', { choices: ['a', 'b', 'c', 'd', 'e'] }),
  field('many', 'select', { max: 3, choices: ['t1', 't2', 't3', 't4', 't5', 't6'] }),
];

async function choosesOptions(page: Page, selects: Collection) {
  const screen = await openNew(page, selects.id);
  const one = screen.field('one').getByRole('combobox');
  await expect(one).toHaveText('- Select -');
  await one.click();
  const list = page.getByRole('listbox', { name: 'one' });
  await expect(list.getByRole('option')).toHaveText(['a', 'b', 'c', 'd', 'e']);
  await expect(page.getByPlaceholder('Search...')).toHaveCount(0);
  await list.getByRole('option', { name: 'c' }).click();
  await expect(one).toHaveText('c');

  const many = screen.field('many');
  await expect(many).toContainText('Select up to 3 items.');
  await many.getByRole('combobox').first().click();
  await page.getByPlaceholder('Search...').fill('nothing');
  await expect(page.getByText('No options found')).toBeVisible();
  await page.getByPlaceholder('Search...').fill('');
  const options = page.getByRole('listbox', { name: 'many' });
  for (const name of ['t1', 't2', 't3', 't4']) await options.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await many.getByRole('button', { name: 'Remove t3' }).click();
  expect(partsOf(await saveAndWait(page, selects.id))).toEqual([
    { name: 'one', value: 'c' },
    { name: 'many', value: 't2' },
    { name: 'many', value: 't4' },
  ]);
  await expect(screen.panel).toHaveCount(0);
}

/** A value of one field: how it is entered, and what is stored of it. */
type Entry = readonly [
  field: FieldInput,
  stored: unknown,
  enter: (screen: PanelScreen, name: string) => Promise<void>,
];

/** A field of one type for each value, its control filled with the value. */
const filled = (type: FieldInput['type'], values: readonly (readonly [typed: string, stored: unknown])[]) =>
  values.map(
    ([typed, stored], index): Entry => [
      field(`${type}${index}`, type),
      stored,
      (screen, name) => (type === 'json' ? screen.fillCode(name, typed) : screen.control(name).fill(typed)),
    ],
  );

// The values that a control could change; the store tests of the panel try many more.
const TEXTS = [
  '  space at both ends  ',
  '\n\n\ta tab\n',
  `x${'\u{10FFFF}'}😀👩‍👩‍👧‍👦 العربية e\u0301`,
  hostileStrings.rightToLeft,
  hostileStrings.controls.replace(/\r/g, ''),
];
const OPTIONS = ['plain', 'two words', '0', '日本語', '<b>"quoted"</b>', 'a|b&c=d'];
const FILES: readonly (readonly [name: string, content: Buffer])[] = [
  ['all-bytes.bin', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['line-breaks.txt', Buffer.from('a\r\nb\nc\rd')],
  [
    'boundary.txt',
    Buffer.from('------WebKitFormBoundary\r\nContent-Disposition: form-data; name="x"\r\n\r\n'),
  ],
  ['unicode 日本語.txt', Buffer.from('日本語 😀')],
  ['with "quotes" & spaces', Buffer.from('quotes')],
];
const ENTRIES: readonly Entry[] = [
  ...filled(
    'text',
    TEXTS.map((text) => [text, text]),
  ),
  ...filled('number', [
    ['0.30000000000000004', 0.30000000000000004],
    ['-9007199254740991', -9007199254740991],
    ['007', 7],
  ]),
  ...filled('email', [["O'Brien+tag@Example.COM", "O'Brien+tag@Example.COM"]]),
  ...filled('url', [
    ['https://user:secret@EXAMPLE.COM/日本?q=%3Cé', 'https://user:secret@EXAMPLE.COM/日本?q=%3Cé'],
  ]),
  // The hour that the browser's time zone skips.
  ...filled('date', [
    ['0001-01-02 00:00:00', '0001-01-02 00:00:00.000Z'],
    ['2026-03-29 01:30:00', '2026-03-29 01:30:00.000Z'],
  ]),
  ...filled('json', [
    ['{"price": 1.10, "big": 18446744073709551616}', '{"price":1.10,"big":18446744073709551616}'],
    ['["<b> & \\u0041 😀", {"__proto__": 3}]', '["<b> & \\u0041 😀",{"__proto__":3}]'],
  ]),
  [
    // In the order of selection.
    field('all', 'select', { max: OPTIONS.length, choices: OPTIONS }),
    OPTIONS.toReversed(),
    async (screen, name) => {
      await screen.control(name).click();
      const list = screen.panel.page().getByRole('listbox', { name, exact: true });
      for (const option of OPTIONS.toReversed())
        await list.getByRole('option', { name: option, exact: true }).click();
      await screen.panel.page().keyboard.press('Escape');
    },
  ],
  [
    field('files', 'file', { max: FILES.length }),
    FILES.map(([, content]) => content.toString('base64')),
    async (screen, name) => {
      const mimeType = 'application/octet-stream';
      const files = FILES.map(([file, buffer]) => ({ name: file, buffer, mimeType }));
      await screen.field(name).locator('input[type=file]').setInputFiles(files);
      await expect(screen.field(name).getByRole('listitem')).toHaveCount(FILES.length);
    },
  ],
];

/** The stored values: of JSON the bytes in the database, because the API would parse them, of files the contents. */
async function readEntries(
  { api, url, sql }: Backend,
  { id: collectionId, name: table }: Collection,
  id: string,
) {
  const record = await api.get(`/api/collections/${collectionId}/records/${id}`);
  const [row = {}] = sql(`select cast(json0 as text) json0, cast(json1 as text) json1 from ${table}`);
  const contents = [record['files']].flat().map(async (file) => {
    const path = `${url}/api/files/${collectionId}/${id}/${encodeURIComponent(String(file))}`;
    return Buffer.from(await (await fetch(path)).arrayBuffer()).toString('base64');
  });
  return { ...record, ...row, files: await Promise.all(contents) };
}

/** Creates a record, opens it again and changes another field: only that is sent, and all values stay as typed. */
async function storesAsTyped(page: Page, backend: Backend, collection: Collection) {
  const expected = Object.fromEntries(ENTRIES.map(([{ name }, stored]) => [name, stored]));
  const screen = await openNew(page, collection.id);
  for (const [{ name }, , enter] of ENTRIES) await enter(screen, name);
  await page.keyboard.press('Control+s');
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = await createdId(page);
  expect(await readEntries(backend, collection, id)).toMatchObject(expected);
  await page.reload();
  await openRecord(page, collection.id, id);
  await screen.control('other').fill('changed');
  expect(partsOf(await saveAndWait(page, collection.id))).toEqual([{ name: 'other', value: 'changed' }]);
  await expect(screen.panel).toHaveCount(0);
  expect(await readEntries(backend, collection, id)).toMatchObject(expected);
}

test('a new record has a control for each type, and values are stored as typed', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
}) => {
  const [ids, controls, selects, entries] = [
    await createWith(backend, [field('title')]),
    await createWith(backend, CONTROLS),
    await createWith(backend, SELECTS),
    await createWith(backend, [...ENTRIES.map(([entry]) => entry), field('other')]),
  ];
  await admin.signIn();
  await step('[RF-01] an id can be typed once, and is then read-only, next to the dates', () =>
    entersId(page, backend, ids),
  );
  await step(
    '[RF-02][RF-03][RF-04][RF-05] labels have an icon and an asterisk, and each type its control',
    () => showsControls(page, controls),
  );
  await step(
    '[RF-07][RF-08][RF-09] selects: one string, the last of several, search from six options on',
    () => choosesOptions(page, selects),
  );
  await step('values of every type are stored as typed, and stay when another field is saved', () =>
    storesAsTyped(page, backend, entries),
  );
});

const STRICT = [
  field('free'),
  field('word', 'text', { pattern: '^[a-z]+$' }),
  field('kind', 'select', { isRequired: true }),
];

async function showsErrors(page: Page, strict: Collection) {
  const screen = await openNew(page, strict.id);
  await screen.control('free').fill('kept');
  await screen.control('word').fill('123');
  const responded = page.waitForResponse((response) => isSave(response.request(), strict.id));
  await screen.save.click();
  const { message, data } = await (await responded).json();
  expect(Object.keys(data).sort()).toEqual(['kind', 'word']);
  await expect(toasts(page, 'error')).toContainText([message]);
  for (const name of ['kind', 'word']) await expect(screen.field(name)).toContainText(data[name].message);
  await expect(screen.control('word')).toBeFocused();
  await expect(screen.control('free')).toHaveValue('kept');
  await expect(screen.save).toBeEnabled();
  await screen.control('word').fill('abc');
  await expect(screen.field('word')).not.toContainText(data.word.message);
  await expect(screen.field('kind')).toContainText(data.kind.message);
  await screen.cancel.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(screen.panel).toHaveCount(0);
}

async function checksJson(page: Page, collection: Collection) {
  const saves: string[] = [];
  page.on('request', (request) => {
    if (isSave(request, collection.id)) saves.push(request.url());
  });
  const screen = await openNew(page, collection.id);
  const part = screen.field('meta');
  const mark = part.getByRole('img');
  await expect(part.locator('.ace_editor')).toBeVisible();
  for (const [text, state] of [
    ['[1, 2.50]', 'Valid JSON'],
    ['{"a": ', 'Invalid JSON'],
  ] as const) {
    await page.mouse.move(0, 0);
    await screen.fillCode('meta', text);
    // The text is parsed a moment later, and the tooltip is read when the pointer enters.
    await expect(mark).toHaveAccessibleName(state);
    await mark.hover();
    await expect(tooltip(page)).toHaveText(state);
  }
  await screen.save.click();
  await expect(toasts(page, 'error')).toContainText(['Something went wrong while processing your request.']);
  const message = await page.evaluate(() => {
    try {
      return JSON.parse('{"a": ');
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  });
  await expect(part).toContainText(message);
  await expect(part.getByRole('textbox')).toBeFocused();
  expect(saves).toEqual([]);
  await screen.fillCode('meta', '[1, 2.50]');
  const sent = partsOf(await saveAndWait(page, collection.id));
  expect(sent).toContainEqual({ name: 'meta', value: '[1,2.50]' });
  expect(sent).toContainEqual({ name: 'other', value: 'null' });
  await expect(screen.panel).toHaveCount(0);
}

async function picksDates(page: Page, backend: Backend, dates: Collection, dated: RecordRow) {
  const screen = await openRecord(page, dates.id, dated.id);
  const due = screen.control('due');
  await expect(screen.field('due').locator('label')).toHaveText('due (UTC)');
  await expect(due).toHaveValue('2026-11-05 12:00:00');
  await expect(screen.control('must')).toHaveValue('2024-02-29 23:59:59');
  await expect(screen.field('must').getByRole('button', { name: /^Clear/ })).toHaveCount(0);
  const clear = screen.field('due').getByRole('button', { name: 'Clear due' });
  await clear.hover();
  await expect(tooltip(page)).toHaveText('Clear');
  await clear.click();
  await expect(due).toHaveValue('');
  await expect(clear).toHaveCount(0);

  // By keyboard: three days later.
  await due.fill('2026-11-05 08:30:15');
  const choose = screen.field('due').getByRole('button', { name: 'Choose due' });
  const calendar = page.getByRole('dialog', { name: 'Calendar of due' });
  await choose.press('Enter');
  const focused = calendar.locator('calendar-month button[tabindex="0"]');
  await expect(focused).toHaveText('5');
  await expect(focused).toBeFocused();
  for (const day of ['6', '7', '8']) {
    await page.keyboard.press('ArrowRight');
    await expect(focused).toHaveText(day);
    await expect(focused).toBeFocused();
  }
  // The calendar would focus its day again while it closes.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('Enter');
  await expect(due).toHaveValue('2026-11-08 08:30:15');
  await expect(calendar).toHaveCount(0);
  await expect(choose).toBeFocused();
  await page.emulateMedia({ reducedMotion: null });
  // Month, year and time can be chosen; a change of the time keeps the calendar open.
  await page.keyboard.press('Enter');
  await calendar.getByRole('combobox', { name: 'Year' }).selectOption('2024');
  await calendar.getByRole('combobox', { name: 'Month' }).selectOption('February');
  await calendar.getByLabel('Time (UTC)').fill('09:45:00');
  await expect(due).toHaveValue('2026-11-08 09:45:00');
  await calendar.getByRole('button', { name: '29 February' }).click();
  await expect(due).toHaveValue('2024-02-29 09:45:00');
  await choose.click();
  await calendar.getByRole('button', { name: 'Now' }).click();
  await expect(calendar).toHaveCount(0);
  expect(Math.abs(Date.now() - Date.parse(`${await due.inputValue()}Z`))).toBeLessThan(60_000);

  // The changed field is marked, and can be put back.
  await expect(screen.field('due').getByRole('img', { name: 'Changed' })).toBeVisible();
  await screen.field('due').getByRole('button', { name: 'Undo change' }).click();
  await expect(due).toHaveValue('2026-11-05 12:00:00');
  await expect(due).toBeFocused();
  await expect(screen.save).toBeDisabled();
  await due.fill('2026-11-08 08:30:15');
  expect(partsOf(await saveAndWait(page, dates.id))).toEqual([{ name: 'due', value: '2026-11-08 08:30:15' }]);
  await expect(screen.panel).toHaveCount(0);
  expect(await storedRecord(backend, dates, dated.id)).toMatchObject({
    due: '2026-11-08 08:30:15.000Z',
    must: '2024-02-29 23:59:59.999Z',
  });
}

test('values are checked: errors of the server, JSON, dates, and a long document', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
  const strict = await createWith(backend, STRICT);
  const dates = await createWith(backend, [
    field('due', 'date'),
    field('must', 'date', { isRequired: true }),
  ]);
  const dated = await createRecord(backend.api, dates.id, {
    due: '2026-11-05 12:00:00.123Z',
    must: '2024-02-29 23:59:59.999Z',
  });
  const docs = await createWith(backend, [
    field('meta', 'json'),
    field('other', 'json'),
    field('site', 'url'),
  ]);
  const short = await createRecord(backend.api, docs.id, { meta: { a: 1 }, site: 'example.com/a' });
  const long = await createRecord(backend.api, docs.id, { meta: { file: 'x'.repeat(500_000) } });
  await admin.signIn();
  await step('[RP-20][ER-07] errors of the server are under their fields, and the first gets the focus', () =>
    showsErrors(page, strict),
  );
  await step(
    '[RF-10][RP-21] JSON has a state with a tooltip; an invalid one is not sent, an empty one is null',
    () => checksJson(page, docs),
  );
  await step('[RF-06] a date is UTC, 19 characters, cleared or picked from a calendar', () =>
    picksDates(page, backend, dates, dated),
  );
  await step('saving keeps the caret and the text of JSON; the backend judges an odd URL', async () => {
    const { field: part, control, save } = await openRecord(page, docs.id, short.id);
    await control('site').fill('example.com/b');
    await part('meta').getByRole('textbox').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowRight');
    for (const text of ['"z":0,', '"y":1,']) {
      await page.keyboard.insertText(text);
      await expect(save).toBeEnabled();
      await page.keyboard.press('ControlOrMeta+s');
      // Whoever leaves before the response is asked.
      await expect(save).not.toHaveAttribute('aria-busy', 'true');
      await expect(save).toBeDisabled();
    }
    expect(await storedRecord(backend, docs, short.id)).toMatchObject({
      meta: { z: 0, y: 1, a: 1 },
      site: 'example.com/b',
    });
  });
  await step('a very long line is not rendered completely, and edited like any other', async () => {
    const screen = await openRecord(page, docs.id, long.id);
    const lines = screen.field('meta').locator('.ace_text-layer');
    await expect(lines).toContainText('"file"');
    expect(await lines.evaluate((layer) => layer.querySelectorAll('*').length)).toBeLessThan(100);
    await screen.field('meta').getByRole('textbox').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText('"a":1,');
    await saveAndWait(page, docs.id);
    await expect(screen.panel).toHaveCount(0);
    const { meta } = await storedRecord(backend, docs, long.id);
    expect(meta).toEqual({ a: 1, file: 'x'.repeat(500_000) });
  });
});

test('[UI-02][TR-14][TR-15] with the keyboard only: a record with a field of every type, saved with Ctrl+S', async ({
  page,
  admin,
  backend,
}) => {
  const choice = (name: string, many: number, ...choices: string[]) =>
    field(name, 'select', { max: many, choices });
  const collection = await createWith(backend, [
    field('title', 'text'),
    field('amount', 'number'),
    field('active', 'bool'),
    field('contact', 'email'),
    field('website', 'url'),
    field('due', 'date'),
    choice('status', 1, 'draft', 'published'),
    choice('tags', 2, 'red', 'green', 'blue'),
    field('meta', 'json'),
    field('cover', 'file'),
    field('body', 'editor'),
  ]);
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

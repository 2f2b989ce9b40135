import type { Page } from '@playwright/test';
import {
  createCollection,
  createPosts,
  createRecord,
  field,
  type RecordRow,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  isSave,
  openNew,
  openRecord,
  panelScreen,
  partsOf,
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

test('[RF-01][RF-02][RF-03][RF-04][RF-05][RF-07][RF-08][RF-09] the controls of a new record', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('ids'),
    schema: [field('title')],
  });
  const controls = await createCollection(backend.api, {
    name: uniqueName('controls'),
    schema: [
      field('title', 'text', { required: true }),
      field('amount', 'number', { required: true, options: { min: -5, max: 10 } }),
      field('active', 'bool'),
      field('contact', 'email', { required: true }),
      field('website', 'url', { required: true }),
      field('due', 'date', { required: true }),
      field('body', 'editor'),
      field('kind', 'select'),
      field('doc', 'json'),
      field('file', 'file'),
    ],
  });
  const selects = await createCollection(backend.api, {
    name: uniqueName('selects'),
    schema: [
      field('one', 'select', { options: { maxSelect: 1, values: ['a', 'b', 'c', 'd', 'e'] } }),
      field('many', 'select', { options: { maxSelect: 3, values: ['t1', 't2', 't3', 't4', 't5', 't6'] } }),
    ],
  });
  await admin.signIn();
  await test.step('the id can be typed once, with at least 15 characters, and is then read-only, next to the dates', async () => {
    const screen = await openNew(page, collection.id);
    const id = screen.panel.getByLabel('id', { exact: true });
    await expect(id).toHaveAttribute('placeholder', 'Leave empty to auto generate...');
    await expect(id).toHaveAttribute('minlength', '15');
    await id.pressSequentially('short');
    await screen.save.click();
    expect(await id.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
    await expect(id).toBeFocused();
    await expect(screen.title).toHaveText(`New ${collection.name} record`);
    await id.fill('id_of_15_chars_');
    await page.keyboard.press('Control+s');
    await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
    await expect(id).toHaveValue('id_of_15_chars_');
    await expect(id).toHaveAttribute('readonly', '');
    const row = await backend.api.get(`/api/collections/${collection.id}/records/id_of_15_chars_`);
    await screen.panel.getByRole('button', { name: 'Created and updated' }).hover();
    await expect(tooltip(page)).toHaveText(
      `Created: ${await localDate(page, row['created'])}\nUpdated: ${await localDate(page, row['updated'])}`,
    );
  });
  await test.step('labels have an icon and an asterisk, and each type has its own control', async () => {
    const screen = await openNew(page, controls.id);
    const required = new Set(['title', 'amount', 'contact', 'website', 'due']);
    const icons = new Map<string, string>();
    for (const { name, type } of controls.schema) {
      const label = screen.field(name).locator('label').filter({ hasText: name });
      const mark = await label.evaluate((element) => getComputedStyle(element, '::after').content);
      if (required.has(name)) expect(mark).toContain('*');
      else expect(mark).toBe('none');
      const icon = screen.field(name).locator('[class*="icon-["]').first();
      await expect(icon).toBeVisible();
      icons.set(type, (await icon.getAttribute('class')) ?? '');
    }
    expect(new Set(icons.values()).size).toBe(icons.size);

    // The browser refuses the first empty required field.
    const isMissing = (name: string) =>
      screen.control(name).evaluate((input: HTMLInputElement) => input.validity.valueMissing);
    for (const name of required) {
      await screen.save.click();
      await expect(screen.control(name)).toBeFocused();
      expect(await isMissing(name)).toBe(true);
      const values: Record<string, string> = {
        title: 'line',
        amount: '1.25',
        contact: 'a@example.com',
        website: 'https://example.com',
        due: '2026-11-05 12:00:00',
      };
      await screen.control(name).fill(values[name] ?? '');
    }
    const height = async () => (await screen.control('title').boundingBox())?.height ?? 0;
    const before = await height();
    await screen.control('title').fill('one\ntwo\nthree\nfour\nfive\nsix');
    await expect(screen.control('title')).toHaveJSProperty('tagName', 'TEXTAREA');
    expect(await height()).toBeGreaterThan(before + 20);
    await expect(screen.control('contact')).toHaveAttribute('inputmode', 'email');
    await expect(screen.control('website')).toHaveAttribute('type', 'url');

    const amount = screen.control('amount');
    await expect(amount).toHaveRole('spinbutton');
    await amount.fill('11');
    await screen.save.click();
    await expect(amount).toHaveAccessibleDescription('Enter 10 or less.');
    await amount.fill('-6');
    await screen.save.click();
    await expect(amount).toHaveAccessibleDescription('Enter -5 or more.');
    await amount.fill('0.123456789');

    const toggle = screen.field('active').getByRole('switch', { name: 'active' });
    await expect(toggle).not.toBeChecked();
    const request = await saveAndWait(page, controls.id);
    const sent = new Map(partsOf(request).map(({ name, value }) => [name, value]));
    expect(sent.get('active')).toBe('false');
    expect(sent.get('amount')).toBe('0.123456789');
    await expect(screen.panel).toHaveCount(0);
  });
  await test.step('selects: one string, the last of several, search for more than five options', async () => {
    const screen = await openNew(page, selects.id);
    const one = screen.field('one').getByRole('combobox');
    await expect(one).toHaveText('- Select -');
    await one.click();
    const list = page.getByRole('listbox', { name: 'one' });
    await expect(list.getByRole('option')).toHaveText(['a', 'b', 'c', 'd', 'e']);
    await expect(page.getByPlaceholder('Search...')).toHaveCount(0);
    await list.getByRole('option', { name: 'c' }).click();
    await expect(one).toHaveText('c');

    const many = screen.field('many').getByRole('combobox').first();
    await expect(screen.field('many')).toContainText('Select up to 3 items.');
    await many.click();
    const search = page.getByPlaceholder('Search...');
    await search.fill('nothing');
    await expect(page.getByText('No options found')).toBeVisible();
    await search.fill('');
    const options = page.getByRole('listbox', { name: 'many' });
    for (const name of ['t1', 't2', 't3', 't4']) await options.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    const chosen = screen.field('many').getByRole('button', { name: /^Remove t/ });
    await expect(chosen).toHaveCount(3);
    expect(await chosen.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Remove t2',
      'Remove t3',
      'Remove t4',
    ]);
    await screen.field('many').getByRole('button', { name: 'Remove t3' }).click();
    const request = await saveAndWait(page, selects.id);
    expect(partsOf(request)).toEqual([
      { name: 'one', value: 'c' },
      { name: 'many', value: 't2' },
      { name: 'many', value: 't4' },
    ]);
    await expect(screen.panel).toHaveCount(0);
    const { items } = await backend.api.get<{ items: unknown[] }>(`/api/collections/${selects.id}/records`);
    expect(items).toMatchObject([{ one: 'c', many: ['t2', 't4'] }]);
  });
});

test('[RF-02][RF-04][RP-20][ER-07] invalid input is reported, before it is sent and by the server; odd values are saved', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const strict = await createCollection(backend.api, {
    name: uniqueName('strict'),
    schema: [
      field('free'),
      field('word', 'text', { options: { pattern: '^[a-z]+$' } }),
      field('kind', 'select', { required: true }),
      field('doc', 'json', { required: true }),
    ],
  });
  const odd = await createCollection(backend.api, {
    name: uniqueName('odd'),
    schema: [field('title'), field('site', 'url'), field('must'), field('amount', 'number')],
  });
  const unchanged = await createRecord(backend.api, odd.name, { title: 'a', site: 'example.com/a' });
  expect(unchanged['site']).toBe('example.com/a');
  // Stored values can be older than the options of the field.
  await backend.api.patch(`/api/collections/${odd.id}`, {
    schema: odd.schema.map((one) => ({
      ...one,
      required: one.name === 'must',
      options: one.name === 'amount' ? { ...one.options, min: 5 } : one.options,
    })),
  });
  const told = await createCollection(backend.api, {
    name: uniqueName('told'),
    schema: [field('title', 'text', { required: true }), field('amount', 'number', { options: { max: 9 } })],
  });
  const invalid = await createRecord(backend.api, told.name, { title: 'a' });
  const names = ['constructor', 'toString', '__proto__'];
  const named = await createCollection(backend.api, {
    name: uniqueName('odd'),
    schema: [field('title'), ...names.map((name) => field(name))],
  });
  const objects = await createRecord(backend.api, named.name, { title: 'a' });
  await admin.signIn();
  await test.step('unchanged values do not prevent a save', async () => {
    const screen = await openRecord(page, odd.id, unchanged.id);
    await screen.control('must').fill('set');
    await screen.control('site').fill('example.com/b');
    await screen.control('amount').fill('7');
    await saveAndWait(page, odd.id);
    await expect(screen.panel).toHaveCount(0);
    expect(await storedRecord(backend, odd, unchanged.id)).toMatchObject({
      site: 'example.com/b',
      amount: 7,
    });
  });
  await test.step('fields may have the names of object properties', async () => {
    const screen = await openRecord(page, named.id, objects.id);
    await expect(screen.panel.getByText('Invalid value')).toHaveCount(0);
    for (const name of names) await screen.control(name).fill(`of ${name}`);
    await saveAndWait(page, named.id);
    await expect(screen.panel).toHaveCount(0);
    const stored = await storedRecord(backend, named, objects.id);
    for (const name of names) {
      expect(Object.getOwnPropertyDescriptor(stored, name)?.value).toBe(`of ${name}`);
      await expect(page.getByRole('gridcell', { name: `of ${name}` })).toBeVisible();
    }
  });
  await test.step('errors of the server are shown under their fields, and the first field gets the focus', async () => {
    expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
    const screen = await openNew(page, strict.id);
    await screen.control('free').fill('kept');
    await screen.control('word').fill('123');
    const responded = page.waitForResponse((response) => isSave(response.request(), strict.id));
    await screen.save.click();
    const { message, data }: { message: string; data: Record<string, { message: string }> } = await (
      await responded
    ).json();
    expect(Object.keys(data).sort()).toEqual(['doc', 'kind', 'word']);
    await expect(toasts(page, 'error')).toContainText([message]);
    for (const [name, error] of Object.entries(data)) {
      expect(error.message).not.toBe('');
      await expect(screen.field(name)).toContainText(error.message);
    }
    await expect(screen.control('word')).toBeFocused();
    await expect(screen.control('free')).toHaveValue('kept');
    await expect(screen.title).toHaveText(`New ${strict.name} record`);
    await expect(screen.save).toBeEnabled();
    await screen.control('word').fill('abc');
    await expect(screen.field('word')).not.toContainText(data['word']?.message ?? '');
    await expect(screen.field('kind')).toContainText(data['kind']?.message ?? '');
  });
  await test.step('invalid input is reported next to its field and is not sent', async () => {
    const saves: string[] = [];
    page.on('request', (request) => {
      if (isSave(request, told.id)) saves.push(request.url());
    });
    const screen = await openRecord(page, told.id, invalid.id);
    await screen.control('title').fill('');
    await screen.control('amount').fill('10');
    await screen.save.click();
    await expect(screen.control('title')).toHaveAccessibleDescription('Enter a value.');
    await expect(screen.control('amount')).toHaveAccessibleDescription('Enter 9 or less.');
    await expect(screen.control('title')).toBeFocused();
    await screen.control('title').fill('b');
    await screen.control('amount').fill('');
    await screen.control('amount').pressSequentially('1e');
    await screen.save.click();
    await expect(screen.control('amount')).toHaveAccessibleDescription('Enter a valid number.');
    expect(saves).toEqual([]);
  });
});

test('[RF-06][RF-10][RP-21] dates, numbers and JSON are edited and checked; a long document is not rendered completely', async ({
  page,
  admin,
  backend,
}) => {
  const jsons = await createCollection(backend.api, {
    name: uniqueName('jsons'),
    schema: [field('doc', 'json'), field('other', 'json')],
  });
  const docs = await createCollection(backend.api, {
    name: uniqueName('docs'),
    schema: [field('title'), field('doc', 'json')],
  });
  const dates = await createCollection(backend.api, {
    name: uniqueName('dates'),
    schema: [field('due', 'date'), field('must', 'date', { required: true })],
  });
  const dated = await createRecord(backend.api, dates.id, {
    due: '2026-11-05 12:00:00.123Z',
    must: '2024-02-29 23:59:59.999Z',
  });
  const pasted = await createRecord(backend.api, dates.id, {
    due: '2022-01-01 10:00:00.123Z',
    must: '2022-01-01 10:00:00.123Z',
  });
  const { collection } = await createPosts(backend.api);
  const short = await createRecord(backend.api, collection.id, { amount: 5, meta: { a: 1, b: 2 } });
  const long = await createRecord(backend.api, collection.id, { meta: { file: 'x'.repeat(500_000) } });
  await admin.signIn();
  await test.step('invalid JSON is not sent', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (isSave(request, docs.id)) requests.push(request.url());
    });
    const screen = await openNew(page, docs.id);
    await screen.fillCode('doc', '{"a": ');
    await expect(screen.field('doc').getByRole('img', { name: 'Invalid JSON' })).toBeVisible();
    await screen.save.click();
    await expect(toasts(page, 'error')).toContainText([
      'Something went wrong while processing your request.',
    ]);
    const message = await page.evaluate(() => {
      try {
        JSON.parse('{"a": ');
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
      return '';
    });
    expect(message).not.toBe('');
    await expect(screen.field('doc')).toContainText(message);
    await expect(screen.field('doc').getByRole('textbox')).toBeFocused();
    expect(requests).toEqual([]);
    await screen.fillCode('doc', '{"a": 1}');
    await expect(screen.field('doc').getByRole('img', { name: 'Valid JSON' })).toBeVisible();
    await screen.save.click();
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    await expect(screen.panel).toHaveCount(0);
    expect(requests).toHaveLength(1);
  });
  await test.step('json has a validity icon with a tooltip, and an empty value is sent as null', async () => {
    const screen = await openNew(page, jsons.id);
    await expect(screen.field('doc').locator('.ace_editor')).toBeVisible();
    const mark = screen.field('doc').getByRole('img');
    await expect(mark).toHaveAccessibleName('Valid JSON');
    await mark.hover();
    await expect(tooltip(page)).toHaveText('Valid JSON');
    await page.mouse.move(0, 0);
    await screen.fillCode('doc', '{');
    // The text is parsed a moment later, and the tooltip is read when the pointer enters.
    await expect(mark).toHaveAccessibleName('Invalid JSON');
    await mark.hover();
    await expect(tooltip(page)).toHaveText('Invalid JSON');
    await screen.fillCode('doc', '[1, 2.50]');
    const request = await saveAndWait(page, jsons.id);
    expect(partsOf(request)).toEqual([
      { name: 'doc', value: '[1,2.50]' },
      { name: 'other', value: 'null' },
    ]);
    await expect(screen.panel).toHaveCount(0);
    expect(backend.sql(`select cast(doc as text) doc, cast(other as text) other from ${jsons.name}`)).toEqual(
      [{ doc: '[1,2.50]', other: 'null' }],
    );
  });
  await test.step('a date is UTC, 19 characters, cleared or picked from a calendar', async () => {
    const screen = await openRecord(page, dates.id, dated.id);
    await expect(screen.field('due').locator('label')).toHaveText('due (UTC)');
    await expect(screen.control('due')).toHaveValue('2026-11-05 12:00:00');
    await expect(screen.control('must')).toHaveValue('2024-02-29 23:59:59');
    await expect(screen.field('must').getByRole('button', { name: /^Clear/ })).toHaveCount(0);
    const clear = screen.field('due').getByRole('button', { name: 'Clear due' });
    await clear.hover();
    await expect(tooltip(page)).toHaveText('Clear');
    await clear.click();
    await expect(screen.control('due')).toHaveValue('');
    await expect(clear).toHaveCount(0);

    await screen.field('due').getByRole('button', { name: 'Choose due' }).click();
    const calendar = page.getByRole('dialog', { name: 'Calendar of due' });
    await expect(calendar.locator('calendar-month')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toHaveCount(0);
    await expect(screen.title).toBeVisible();
    await screen.control('due').fill('2026-11-05 08:30:15');
    // By keyboard: three days later.
    await screen.field('due').getByRole('button', { name: 'Choose due' }).press('Enter');
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
    await expect(screen.control('due')).toHaveValue('2026-11-08 08:30:15');
    await expect(calendar).toHaveCount(0);
    await expect(screen.field('due').getByRole('button', { name: 'Choose due' })).toBeFocused();
    await page.emulateMedia({ reducedMotion: null });
    // Month, year and time can be chosen; a change of the time keeps the calendar open.
    await page.keyboard.press('Enter');
    await calendar.getByRole('combobox', { name: 'Year' }).selectOption('2024');
    await calendar.getByRole('combobox', { name: 'Month' }).selectOption('February');
    await expect(calendar.getByRole('button', { name: '29 February' })).toBeVisible();
    await calendar.getByLabel('Time (UTC)').fill('09:45:00');
    await expect(screen.control('due')).toHaveValue('2026-11-08 09:45:00');
    await calendar.getByRole('button', { name: '29 February' }).click();
    await expect(screen.control('due')).toHaveValue('2024-02-29 09:45:00');
    await screen.field('due').getByRole('button', { name: 'Choose due' }).click();
    await calendar.getByRole('button', { name: 'Now' }).click();
    await expect(calendar).toHaveCount(0);
    const chosenAt = Date.parse(`${await screen.control('due').inputValue()}Z`);
    expect(Math.abs(Date.now() - chosenAt)).toBeLessThan(60_000);
    // The changed field is marked, and can be put back.
    const undo = screen.field('due').getByRole('button', { name: 'Undo change' });
    await expect(screen.field('due').getByRole('img', { name: 'Changed' })).toBeVisible();
    await undo.click();
    await expect(screen.control('due')).toHaveValue('2026-11-05 12:00:00');
    await expect(screen.control('due')).toBeFocused();
    await expect(undo).toHaveCount(0);
    await expect(screen.save).toBeDisabled();
    await screen.control('due').fill('2026-11-08 08:30:15');
    const request = await saveAndWait(page, dates.id);
    expect(partsOf(request)).toEqual([{ name: 'due', value: '2026-11-08 08:30:15' }]);
    await expect(screen.panel).toHaveCount(0);
    const after = await backend.api.get(`/api/collections/${dates.id}/records/${dated.id}`);
    expect(after['due']).toBe('2026-11-08 08:30:15.000Z');
    expect(after['must']).toBe('2024-02-29 23:59:59.999Z');
  });
  await test.step('a pasted date with an offset is saved in UTC', async () => {
    const screen = await openRecord(page, dates.id, pasted.id);
    const due = screen.control('due');
    await expect(due).toHaveValue('2022-01-01 10:00:00');
    await due.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('2022-01-01T12:00:00+05:00');
    const saved = page.waitForResponse((response) => isSave(response.request(), dates.id));
    await page.keyboard.press('ControlOrMeta+s');
    await saved;
    await expect(due).toHaveValue('2022-01-01 07:00:00');
    expect(await storedRecord(backend, dates, pasted.id)).toMatchObject({ due: '2022-01-01 07:00:00.000Z' });
  });
  await test.step('the mouse wheel over a number scrolls and does not change it', async () => {
    const screen = await openRecord(page, collection.id, short.id);
    const amount = screen.control('amount');
    await amount.click();
    const before = await amount.boundingBox();
    await page.mouse.wheel(0, 30);
    await expect.poll(async () => (await amount.boundingBox())?.y).not.toBe(before?.y);
    await expect(amount).toHaveValue('5');
    await expect(amount).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(amount).toHaveValue('6');
    await amount.fill('5');
    await expect(screen.save).toBeDisabled();
  });
  await test.step('saving keeps the caret and the text of a JSON field', async () => {
    const { field: part, save } = panelScreen(page);
    const editor = part('meta').getByRole('textbox');
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText('"z":0,');
    const saved = page.waitForResponse((response) => isSave(response.request(), collection.id));
    await page.keyboard.press('ControlOrMeta+s');
    await saved;
    await expect(save).not.toHaveAttribute('aria-busy', 'true');
    await expect(save).toBeDisabled();
    await page.keyboard.insertText('"y":1,');
    await expect(save).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(save).toBeDisabled();
    await expect(toasts(page, 'error')).toHaveCount(0);
    const path = `/api/collections/${collection.id}/records/${short.id}`;
    await expect
      .poll(async () => (await backend.api.get<RecordRow>(path))['meta'])
      .toEqual({ z: 0, y: 1, a: 1, b: 2 });
    // Whoever leaves before the response is asked.
    await expect(save).not.toHaveAttribute('aria-busy', 'true');
  });
  await test.step('a very long line can be edited like any other', async () => {
    const screen = await openRecord(page, collection.id, long.id);
    const lines = screen.field('meta').locator('.ace_text-layer');
    await expect(lines).toContainText('"file"');
    expect(await lines.evaluate((layer) => layer.querySelectorAll('*').length)).toBeLessThan(100);
    await screen.field('meta').getByRole('textbox').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText('"a":1,');
    await saveAndWait(page, collection.id);
    await expect(screen.panel).toHaveCount(0);
    const path = `/api/collections/${collection.id}/records/${long.id}`;
    expect((await backend.api.get<RecordRow>(path))['meta']).toEqual({ a: 1, file: 'x'.repeat(500_000) });
  });
});

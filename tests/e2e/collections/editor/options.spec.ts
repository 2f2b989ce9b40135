import type { Locator, Page } from '@playwright/test';
import {
  chooseOption,
  collectionEditor,
  collectionHash,
  confirmChanges,
  editCurrent,
  editListed,
  openNew,
} from '#tests/support/collections/editor.ts';
import { storedFields } from '#tests/support/collections/saving.ts';
import {
  createBlog,
  createCollection,
  createRecord,
  field,
  pngFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { has, onLine } from '#tests/support/lines.ts';

type Editor = ReturnType<typeof collectionEditor>;

const TYPES = [
  ...['Plain text', 'Rich editor', 'Number', 'Bool', 'Email', 'Url', 'DateTime'],
  ...['Select', 'File', 'Relation', 'JSON'],
  ...(has('hasAutodate') ? ['Autodate', 'Password'] : []),
  ...(has('hasPlaces') ? ['Geo point'] : []),
];

const pasteInto = (input: Locator, text: string) =>
  input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const targetOf = (row: Locator) => row.getByRole('combobox', { name: 'Select collection', exact: true });
const choose = (row: Locator, number: 'Single' | 'Multiple') =>
  row.getByRole('radiogroup').getByText(number).click();

async function addUnnamed(page: Page, editor: Editor): Promise<void> {
  await editor.newField.click();
  await expect(page.getByRole('menuitem')).toHaveText(TYPES);
  await page.keyboard.press('Escape');
  for (const [label, name] of [
    ['Plain text', 'field'],
    ['Bool', 'field2'],
  ] as const) {
    await editor.newField.click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    const input = editor.addedName;
    await expect(input).toHaveValue(name);
    const selected = await input.evaluate((element: HTMLInputElement) =>
      element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0),
    );
    expect(selected).toBe(name);
  }
}

async function limitTexts(editor: Editor): Promise<void> {
  await editor.addField('Plain text', 'text');
  const text = await editor.openField('text');
  await text.getByLabel('Min length').fill('3');
  await expect(text.getByLabel('Max length')).toHaveAttribute('aria-valuemin', '3');
  await text.getByLabel('Max length').fill('30');
  await text.getByLabel('Regex pattern').fill('^[a-z]+$');

  await editor.addField('Number', 'number');
  const number = await editor.openField('number');
  await number.getByLabel('Min', { exact: true }).fill('-1.5');
  await expect(number.getByLabel('Max', { exact: true })).toHaveAttribute('aria-valuemin', '-1.5');
  await number.getByLabel('Max', { exact: true }).fill('20');
  await number.getByRole('switch', { name: 'No decimals' }).check();
  await number.getByRole('switch', { name: 'No decimals' }).uncheck();

  await editor.addField('Rich editor', 'editor');
  await (await editor.openField('editor')).getByRole('switch', { name: 'Strip urls domain' }).check();

  await editor.addField('JSON', 'json');
  const json = await editor.openField('json');
  const help = json.getByText(/a plain string that is the text of a JSON value/);
  await expect(help).toBeHidden();
  await json.getByText('String value normalizations').click();
  await expect(help).toBeVisible();
  await expect(json.getByLabel('Max size (bytes)')).toHaveValue(onLine('2000000', ''));
  await json.getByLabel('Max size (bytes)').fill('1234');
}

async function limitDomains(editor: Editor): Promise<void> {
  for (const [label, name] of [
    ['Email', 'email'],
    ['Url', 'url'],
  ] as const) {
    await editor.addField(label, name);
    const row = await editor.openField(name);
    const [except, only] = [row.getByLabel('Except domains'), row.getByLabel('Only domains')];
    await only.fill('a.com');
    await expect(except).toBeDisabled();
    await only.fill('');
    await except.fill('x.com,y.com');
    await expect(only).toBeDisabled();
    await except.blur();
    await expect(except).toHaveValue('x.com, y.com');
  }
}

async function limitDates(page: Page, editor: Editor): Promise<void> {
  await editor.addField('DateTime', 'due');
  const row = await editor.openField('due');
  for (const [limit, value, picked] of [
    ['Min date', '2026-01-02', '2026-01-15 00:00:00'],
    ['Max date', '2027-01-02', '2027-01-15 23:59:59'],
  ] as const) {
    const input = row.getByLabel(`${limit} (UTC)`);
    await input.fill(value);
    await row.getByRole('button', { name: `Choose ${limit}` }).click();
    const calendar = page.getByRole('dialog', { name: `Calendar of ${limit}` });
    await calendar.locator('calendar-month button', { hasText: /^15$/ }).click();
    await expect(input).toHaveValue(picked);
    await expect(row.getByRole('button', { name: `Choose ${limit}` })).toBeFocused();
  }
  const max = row.getByLabel('Max date (UTC)');
  await row.getByRole('button', { name: 'Clear Max date' }).click();
  await expect(max).toHaveValue('');
  await expect(max).toBeFocused();
  await max.fill('31.12.2027');
  await editor.save.click();
  await expect(max).toHaveAccessibleDescription('Enter a valid date.');
  await expect(max).toBeFocused();
  // Sent in UTC, like all dates.
  await max.fill('2027-12-31T08:30:00+05:00');
}

async function listChoices(editor: Editor): Promise<void> {
  await editor.addField('Select', 'choice');
  const row = editor.field('choice');
  // It needs an option: its options are open.
  await expect(editor.gear('choice')).toHaveAttribute('aria-expanded', 'true');
  const choices = row.getByLabel('Choices');
  await expect(row.getByLabel('Max select')).toHaveCount(0);
  // Lines of a column are one choice each, behind what is there.
  await choices.fill('first');
  await pasteInto(choices, 'Red\nOff-white, matt\n');
  await expect(choices).toHaveValue('first, Red, "Off-white, matt"');
  await choices.press('ControlOrMeta+z');
  await expect(choices).toHaveValue('first');
  await choices.fill('one ,two,  three,,two,four with space');
  await choices.blur();
  await expect(choices).toHaveValue('one, two, three, four with space');
  await choose(row, 'Multiple');
  const max = row.getByLabel('Max select');
  await expect(max).toHaveValue('4');
  await max.fill('2.5');
  await editor.save.click();
  await expect(row.getByText('Must be a whole number.')).toBeVisible();
  await max.fill('3');
}

async function limitFiles(page: Page, editor: Editor): Promise<void> {
  await editor.addField('File', 'upload');
  const row = await editor.openField('upload');
  const types = row.getByRole('combobox', { name: 'Allowed mime types' });
  const chosen = row.getByRole('button', { name: /^Remove / });
  await expect(types).toHaveText('No restriction');
  await types.click();
  await page.getByRole('combobox', { name: 'Search Allowed mime types' }).fill('jpeg');
  await page.getByRole('option', { name: '.jpg image/jpeg' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await pasteInto(types, 'image/png\napplication/x-own');
  await expect(chosen).toHaveCount(3);
  await expect(chosen.last()).toHaveAccessibleName('Remove application/x-own');
  await row.getByRole('button', { name: 'Choose presets' }).click();
  await page.getByRole('menuitem', { name: 'Archives (zip, 7zip, rar)' }).click();
  await expect(chosen.first()).toHaveAccessibleName('Remove .zip application/zip');
  await row.getByLabel('Thumb sizes').fill('50x50,480x720f');
  await row.getByText('Supported formats').click();
  await expect(row.getByRole('listitem')).toHaveText([
    /^WxH /,
    /^WxHt /,
    /^WxHb /,
    /^WxHf /,
    /^0xH /,
    /^Wx0 /,
  ]);
  await row.getByLabel('Max file size').fill('99999');
  await choose(row, 'Multiple');
  await expect(row.getByLabel('Max select')).toHaveValue('99');
  await editor.addField('File', 'hidden');
  await (await editor.openField('hidden')).getByRole('switch', { name: 'Protected' }).check();
}

async function relate(page: Page, editor: Editor, names: Record<'view' | 'target' | 'nested', string>) {
  await editor.addField('Relation', 'parent');
  const row = editor.field('parent');
  const target = targetOf(row);
  await expect(target).toHaveText('Select collection *');
  await target.click();
  const search = page.getByRole('combobox', { name: 'Search Select collection' });
  await search.fill(names.view);
  await expect(page.getByText('No collections found')).toBeVisible();
  await search.fill(names.target);
  await page.getByRole('option', { name: names.target, exact: true }).click();
  await expect(target).toHaveText(names.target);

  const outer = await editor.name.inputValue();
  await row.getByRole('button', { name: '+ New collection' }).click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(2);
  const nested = collectionEditor(page);
  await nested.name.fill(names.nested);
  await nested.addField('Plain text', 'inner');
  await nested.save.click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(1);
  await expect(target).toHaveText(names.nested);
  await expect(editor.name).toHaveValue(outer);

  await expect(row.getByLabel('Min select')).toHaveCount(0);
  await choose(row, 'Multiple');
  await expect(row.getByLabel('Max select')).toHaveValue('');
  await row.getByLabel('Min select').fill('3');
  await expect(row.getByLabel('Max select')).toHaveAttribute('aria-valuemin', '3');
  await chooseOption(row.getByRole('combobox', { name: 'Cascade delete' }), 'True');

  await editor.addField('Relation', 'single');
  const second = editor.field('single');
  await chooseOption(targetOf(second), names.target);
  await choose(second, 'Multiple');
  await second.getByLabel('Min select').fill('2');
  await choose(second, 'Single');
}

/** What is stored of the fields, by their names; the target of `parent` is the collection with this id. */
const STORED = (parentId: string) => ({
  field: { min: null, max: onLine(null, 'default'), pattern: '' },
  field2: {},
  text: { min: 3, max: 30, pattern: '^[a-z]+$' },
  number: { min: -1.5, max: 20, isWhole: false },
  editor: { stripsDomain: true },
  json: { maxSize: 1234 },
  email: { exceptDomains: ['x.com', 'y.com'], onlyDomains: [] },
  url: { exceptDomains: ['x.com', 'y.com'], onlyDomains: [] },
  due: { min: '2026-01-15 00:00:00.000Z', max: '2027-12-31 03:30:00.000Z' },
  choice: { max: 3, choices: ['one', 'two', 'three', 'four with space'] },
  upload: {
    mimeTypes: ['application/zip', 'application/x-7z-compressed', 'application/x-rar-compressed'],
    thumbs: ['50x50', '480x720f'],
    max: 99,
    maxSize: 99_999,
    isProtected: false,
  },
  hidden: { mimeTypes: [], thumbs: [], max: 1, maxSize: onLine(5_242_880, 'default'), isProtected: true },
  parent: { collectionId: parentId, cascades: true, min: 3, max: null },
  single: { cascades: false, min: null, max: 1 },
});

test('a collection with fields of every type and all of their options', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  // A list with more than five items can be searched.
  await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('looked'),
    type: 'view',
    query: `select id from ${posts.name}`,
  });
  const choosing = await createCollection(backend.api, {
    name: uniqueName('choosing'),
    fields: [field('size', 'select', { choices: ['S, M', 'L', 'XL'] })],
  });
  const sized = await createRecord(backend.api, choosing.id, { size: 'L' });
  await admin.signIn();
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const [name, nested] = [uniqueName('optioned'), uniqueName('nested')];
  await editor.name.fill(name);

  await step('[FD-01][FD-02][FD-04] New field: its menu, unused names, selected', () =>
    addUnnamed(page, editor),
  );
  await step('[FO-01][FO-02][FO-04][FO-15] text, number, rich text, JSON', () => limitTexts(editor));
  await step('[FO-03] email and URL: one of two lists', () => limitDomains(editor));
  await step('[FO-05] dates are picked from a calendar as whole days, and none is dropped silently', () =>
    limitDates(page, editor),
  );
  await step('[TR-16][FO-06][FO-07] select: choices, Single and Multiple', () => listChoices(editor));
  await step('[FO-08][FO-09][FO-10] file: types, presets, thumbs, size, number', () =>
    limitFiles(page, editor),
  );
  await step('[CE-01][FO-12][FO-13][FO-14] relation: target, nested new collection, numbers, cascade', () =>
    relate(page, editor, { view: view.name, target: categories.name, nested }),
  );

  await step('[CE-12][FO-01][FO-16] all are stored; what was left empty has its default', async () => {
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const { id } = await backend.api.get<{ id: string }>(`/api/collections/${nested}`);
    expect(await storedFields(backend.api, name)).toMatchObject(STORED(id));
  });

  await step('[FO-11] a protected file needs a short-lived token', async () => {
    const record = await createRecord(backend.api, name, { hidden: pngFile() });
    const url = `${backend.url}/api/files/${name}/${record.id}/${record['hidden']}`;
    expect((await fetch(url)).status).toBe(onLine(403, 404));
    const { token } = await backend.api.post<{ token: string }>('/api/files/token');
    expect((await fetch(`${url}?token=${token}`)).status).toBe(200);
  });

  await step(
    '[FO-05][FO-07][FO-12] options are read again; a saved target is fixed; single values',
    async () => {
      await editCurrent(page);
      await expect(targetOf(await editor.openField('parent'))).toBeDisabled();
      await expect(editor.panel.getByRole('button', { name: '+ New collection' })).toHaveCount(0);
      const due = await editor.openField('due');
      await expect(due.getByLabel('Max date (UTC)')).toHaveValue('2027-12-31 03:30:00');
      await choose(await editor.openField('choice'), 'Single');
      await editor.save.click();
      const conversion =
        'Multiple to single value conversion of field choice (will keep only the last array item)';
      await expect(confirmChanges(page).getByText(conversion)).toBeVisible();
      await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
      await expect(editor.panel).toBeHidden();
      expect((await storedFields(backend.api, name))['choice']).toMatchObject({ max: 1 });
    },
  );

  await step('[TR-39] choices with commas stay, and the review names affected records', async () => {
    await editListed(page, choosing);
    const choices = (await editor.openField('size')).getByRole('textbox', { name: 'Choices' });
    await expect(choices).toHaveValue('"S, M", L, XL');
    await choices.fill('"S, M", Large,XL,"XXL, XXXL"');
    await choices.blur();
    await expect(choices).toHaveValue('"S, M", Large, XL, "XXL, XXXL"');
    await editor.save.click();
    const dialog = confirmChanges(page);
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Renamed choice L → Large of field size – 1 record gets Large after the save/,
      'Added choice "XXL, XXXL" to field size',
    ]);
    await chooseOption(dialog.getByRole('combobox', { name: 'Change L in the records to' }), 'XL');
    await expect(dialog.getByText('1 record gets XL after the save')).toBeVisible();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    const record = `/api/collections/${choosing.id}/records/${sized.id}`;
    await expect.poll(async () => (await backend.api.get<{ size: string }>(record)).size).toBe('XL');
    const { size } = await storedFields(backend.api, choosing.name);
    expect(size).toMatchObject({ choices: ['S, M', 'Large', 'XL', 'XXL, XXXL'] });
  });
});

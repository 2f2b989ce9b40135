import type { Locator, Page } from '@playwright/test';
import { collectionEditor, confirmChanges, openEditorOf, openNew } from '../support/collection-editor.ts';
import {
  type Collection,
  createBlog,
  createCollection,
  createRecord,
  field,
  pngFile,
  type RecordRow,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { afterTimers } from '../support/timers.ts';

type Stored = Collection & { schema: { required: boolean; presentable: boolean }[] };
type Editor = ReturnType<typeof collectionEditor>;

test.beforeEach(({ admin }) => admin.signIn());

const tooltips = (within: Locator): Promise<string> =>
  within
    .getByRole('button', { name: 'More about this' })
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-tooltip')).join('\n'));

/** Chooses an option of a select. */
async function choose(page: Page, box: Locator, option: string): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const stored = async (get: (path: string) => Promise<Stored>, name: string) =>
  Object.fromEntries((await get(`/api/collections/${name}`)).schema.map((one) => [one.name, one]));

test('[FO-01][FO-02][FO-03][FO-04][FO-05][FO-15][FO-16] options of text, number, email, url, editor, date and JSON', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('optioned');
  await editor.name.fill(name);

  await test.step('text', async () => {
    await editor.addField('Plain text', 'text');
    const row = await editor.openField('text');
    const min = row.getByLabel('Min length');
    const max = row.getByLabel('Max length');
    await expect(min).toHaveAttribute('min', '0');
    await expect(min).toHaveAttribute('step', '1');
    await expect(max).toHaveAttribute('min', '0');
    await expect(max).toHaveAttribute('step', '1');
    await min.fill('3');
    await expect(max).toHaveAttribute('min', '3');
    await max.fill('30');
    const pattern = row.getByLabel('Regex pattern');
    await expect(pattern).toHaveAttribute('placeholder', 'Valid Go regular expression, eg. ^\\w+$');
    await pattern.fill('^[a-z]+$');
  });
  await test.step('number', async () => {
    await editor.addField('Number', 'number');
    const row = await editor.openField('number');
    await row.getByLabel('Min', { exact: true }).fill('-1.5');
    await expect(row.getByLabel('Max', { exact: true })).toHaveAttribute('min', '-1.5');
    await row.getByLabel('Min', { exact: true }).fill('-2');
    await row.getByLabel('Max', { exact: true }).fill('20');
    await row.getByRole('switch', { name: 'No decimals' }).check();
    expect(await tooltips(row)).toContain('Existing decimal numbers will not be affected.');
  });
  for (const [label, key] of [
    ['Email', 'email'],
    ['Url', 'url'],
  ] as const) {
    await test.step(key, async () => {
      await editor.addField(label, key);
      const row = await editor.openField(key);
      const except = row.getByLabel('Except domains');
      const only = row.getByLabel('Only domains');
      await expect(row.getByText('Use comma as separator.')).toHaveCount(2);
      const infos = await tooltips(row);
      expect(infos).toContain('This field is disabled if "Only domains" is set.');
      expect(infos).toContain('This field is disabled if "Except domains" is set.');
      await only.fill('a.com');
      await expect(except).toBeDisabled();
      await only.fill('');
      await expect(except).toBeEnabled();
      await except.fill('x.com,y.com');
      await expect(only).toBeDisabled();
      await except.blur();
      await expect(except).toHaveValue('x.com, y.com');
    });
  }
  await test.step('editor', async () => {
    await editor.addField('Rich editor', 'editor');
    const row = await editor.openField('editor');
    await row.getByRole('switch', { name: 'Strip urls domain' }).check();
    expect(await tooltips(row)).toContain('domain');
  });
  await test.step('date', async () => {
    await editor.addField('DateTime', 'date');
    const row = await editor.openField('date');
    const min = row.getByLabel('Min date (UTC)');
    await expect(min).toHaveAttribute('maxlength', '19');
    await min.fill('2026-01-02 03:04:05');
    await row.getByLabel('Max date (UTC)').fill('2026-12-31 23:59:59');
  });
  await test.step('json', async () => {
    await editor.addField('JSON', 'json');
    const row = await editor.openField('json');
    const size = row.getByLabel('Max size (bytes)');
    await expect(size).toHaveValue('2000000');
    await expect(size).toHaveAttribute('min', '0');
    await expect(size).toHaveAttribute('step', '1');
    const help = row.getByText(/a plain string is taken for the JSON value/);
    await expect(help).toBeHidden();
    await row.getByText('String value normalizations').click();
    await expect(help).toBeVisible();
    await row.getByText('String value normalizations').click();
    await expect(help).toBeHidden();
    await size.fill('1234');
  });
  await editor.addField('JSON', 'json_default');
  await editor.addField('Plain text', 'text_default');
  await editor.save.click();
  await expect(editor.panel).toBeHidden();

  const get = (path: string) => backend.api.get<Stored>(path);
  let fields = await stored(get, name);
  const options = (key: string) => fields[key]?.options;
  expect(options('text')).toEqual({ min: 3, max: 30, pattern: '^[a-z]+$' });
  expect(options('number')).toEqual({ min: -2, max: 20, noDecimal: true });
  expect(options('email')).toEqual({ exceptDomains: ['x.com', 'y.com'], onlyDomains: [] });
  expect(options('url')).toEqual({ exceptDomains: ['x.com', 'y.com'], onlyDomains: [] });
  expect(options('editor')).toEqual({ convertUrls: true });
  expect(options('date')).toEqual({ min: '2026-01-02 03:04:05.000Z', max: '2026-12-31 23:59:59.000Z' });
  expect(options('json')).toEqual({ maxSize: 1234 });
  expect(options('json_default')).toEqual({ maxSize: 2_000_000 });
  expect(options('text_default')).toEqual({ min: null, max: null, pattern: '' });

  // Read back and changed.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const again = collectionEditor(page);
  const date = await again.openField('date');
  await expect(date.getByLabel('Min date (UTC)')).toHaveValue('2026-01-02 03:04:05');
  await date.getByLabel('Max date (UTC)').fill('');
  const text = await again.openField('text');
  await expect(text.getByLabel('Min length')).toHaveValue('3');
  await text.getByLabel('Min length').fill('');
  await text.getByLabel('Regex pattern').fill('');
  const number = await again.openField('number');
  await number.getByLabel('Min', { exact: true }).fill('-2.5');
  await number.getByLabel('Max', { exact: true }).fill('');
  await number.getByRole('switch', { name: 'No decimals' }).uncheck();
  const email = await again.openField('email');
  await expect(email.getByLabel('Except domains')).toHaveValue('x.com, y.com');
  await email.getByLabel('Except domains').fill('');
  await email.getByLabel('Only domains').fill('z.org');
  await again.save.click();
  await expect(again.panel).toBeHidden();
  fields = await stored(get, name);
  expect(options('date')).toEqual({ min: '2026-01-02 03:04:05.000Z', max: '' });
  expect(options('text')).toEqual({ min: null, max: 30, pattern: '' });
  expect(options('number')).toEqual({ min: -2.5, max: null, noDecimal: false });
  expect(options('email')).toEqual({ exceptDomains: [], onlyDomains: ['z.org'] });
});

test('[FO-05] date limits are picked from a calendar as whole days, and none is dropped without a word', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('limited');
  await editor.name.fill(name);
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
  await expect(max).toHaveAccessibleDescription('This is no date that can be stored.');
  await expect(max).toBeFocused();
  await max.fill('2027-12-31 08:30');
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { due } = await stored((path) => backend.api.get<Stored>(path), name);
  expect(due?.options).toEqual({ min: '2026-01-15 00:00:00.000Z', max: '2027-12-31 08:30:00.000Z' });
});

test('[CE-22][FO-03][FO-09][AO-03] a refused entry of a list is named at its input, in closed sections too', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/response 400/);
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  await editor.name.fill(uniqueName('listed'));
  await editor.setType('Auth');
  await editor.tab('Options').click();
  const domains = editor.panel.getByLabel('Only domains');
  const section = editor.panel.getByText('Email/Password');
  await section.click();
  await domains.fill('x.com, a b');
  await section.click();
  await expect(domains).toBeHidden();
  await editor.save.click();
  await expect(domains).toBeFocused();
  await expect(domains).toHaveAccessibleDescription('a b: Must be a valid domain.');
  await domains.fill('x.com');
  await expect(domains).not.toHaveAttribute('aria-invalid');
  await editor.tab('Fields').click();
  await editor.addField('Url', 'link');
  const only = (await editor.openField('link')).getByLabel('Only domains');
  await only.fill('not one, two');
  await editor.addField('File', 'image');
  const thumbs = (await editor.openField('image')).getByLabel('Thumb sizes');
  await thumbs.fill('50x50, 50x');
  await editor.save.click();
  await expect(thumbs).toHaveAccessibleDescription('50x: Must be in a valid format.');
  await editor.openField('link');
  await expect(only).toHaveAccessibleDescription(/^not one: Must be a valid domain\./);
});

test('[FO-06][FO-07][FO-16] select: choices, Single and Multiple, Max select', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/response 400/);
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('selected');
  await editor.name.fill(name);
  await editor.addField('Select', 'choice');
  const row = await editor.openField('choice');
  const choices = row.getByLabel('Choices');
  await expect(choices).toHaveAttribute('placeholder', 'Choices: eg. optionA, optionB');
  await expect(choices).toHaveAttribute('required');
  const single = row.getByRole('radio', { name: 'Single' });
  const multiple = row.getByRole('radio', { name: 'Multiple' });
  await expect(single).toBeChecked();
  await expect(row.getByLabel('Max select')).toHaveCount(0);
  await editor.save.click();
  await expect(row.getByText('Cannot be blank.')).toBeVisible();
  await choices.fill('one ,two,  three,,two,four with space');
  await choices.blur();
  await expect(choices).toHaveValue('one, two, three, four with space');
  await row.getByRole('radiogroup').getByText('Multiple').click();
  await expect(multiple).toBeChecked();
  const max = row.getByLabel('Max select');
  await expect(max).toHaveValue('4');
  await expect(max).toHaveAttribute('required');
  await expect(max).toHaveAttribute('min', '2');
  await expect(max).toHaveAttribute('step', '1');
  await max.fill('2.5');
  await editor.save.click();
  await expect(row.getByText('Must be a whole number.')).toBeVisible();
  await max.fill('3');

  await editor.addField('Select', 'one_of_one');
  const second = await editor.openField('one_of_one');
  await second.getByLabel('Choices').fill('alone');
  await second.getByRole('radiogroup').getByText('Multiple').click();
  await expect(second.getByLabel('Max select')).toHaveValue('2');
  await second.getByRole('radiogroup').getByText('Single').click();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const fields = await stored((path) => backend.api.get<Stored>(path), name);
  expect(fields['choice']?.options).toEqual({
    maxSelect: 3,
    values: ['one', 'two', 'three', 'four with space'],
  });
  expect(fields['one_of_one']?.options).toEqual({ maxSelect: 1, values: ['alone'] });

  // Back to one value: asked first, and saved as 1.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const again = await editor.openField('choice');
  await again.getByRole('radiogroup').getByText('Single').click();
  await editor.save.click();
  await expect(
    confirmChanges(page).getByText(
      'Multiple to single value conversion of field choice (will keep only the last array item)',
    ),
  ).toBeVisible();
  await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  const after = await stored((path) => backend.api.get<Stored>(path), name);
  expect(after['choice']?.options['maxSelect']).toBe(1);
});

test('[FO-08][FO-09][FO-10][FO-11][FO-16] file: types, presets, thumbs, size, number, protection', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('filed');
  await editor.name.fill(name);
  await editor.addField('File', 'upload');
  const row = await editor.openField('upload');
  const types = row.getByRole('combobox', { name: 'Allowed mime types' });
  await expect(types).toHaveText('No restriction');
  await types.click();
  await page.getByRole('combobox', { name: 'Search Allowed mime types' }).fill('jpeg');
  await expect(page.getByRole('option', { name: '.jpg image/jpeg' })).toBeVisible();
  await page.getByRole('option', { name: '.jpg image/jpeg' }).click();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Remove .jpg image/jpeg' })).toBeVisible();

  const presets: Record<string, string[]> = {
    'Images (jpg, png, svg, gif, webp)': [
      'image/jpeg',
      'image/png',
      'image/svg+xml',
      'image/gif',
      'image/webp',
    ],
    'Documents (pdf, doc/docx, xls/xlsx)': [
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    'Videos (mp4, avi, mov, 3gp)': ['video/mp4', 'video/x-ms-wmv', 'video/quicktime', 'video/3gpp'],
    'Archives (zip, 7zip, rar)': [
      'application/zip',
      'application/x-7z-compressed',
      'application/x-rar-compressed',
    ],
  };
  for (const [label, expected] of Object.entries(presets)) {
    await row.getByRole('button', { name: 'Choose presets' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(Object.keys(presets));
    await page.getByRole('menuitem', { name: label }).click();
    const chosen = row.getByRole('button', { name: /^Remove / });
    await expect(chosen).toHaveCount(expected.length);
    const names = await chosen.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    for (const [index, type] of expected.entries()) expect(names[index]?.endsWith(` ${type}`)).toBe(true);
  }
  const thumbs = row.getByLabel('Thumb sizes');
  await expect(thumbs).toHaveAttribute('placeholder', 'eg. 50x50, 480x720');
  const infos = await tooltips(row);
  expect(infos).toContain('100x100');
  expect(infos).toContain('lazily');
  await thumbs.fill('50x50,480x720f');
  await row.getByText('Supported formats').click();
  for (const format of ['WxH', 'WxHt', 'WxHb', 'WxHf', '0xH', 'Wx0']) {
    await expect(row.getByText(format, { exact: true })).toBeVisible();
  }
  const formats = row.getByRole('listitem');
  await expect(formats).toHaveCount(6);
  await expect(formats.nth(1)).toContainText('top');
  await expect(formats.nth(3)).toContainText('fit');
  const size = row.getByLabel('Max file size');
  await expect(size).toHaveValue('5242880');
  await expect(size).toHaveAttribute('min', '0');
  await expect(size).toHaveAttribute('step', '1');
  await size.fill('99999');
  await row.getByRole('radiogroup').getByText('Multiple').click();
  const max = row.getByLabel('Max select');
  await expect(max).toHaveValue('99');
  await expect(max).toHaveAttribute('min', '2');
  await expect(max).toHaveAttribute('required');
  await row.getByRole('switch', { name: 'Protected' }).check();
  await expect(row.getByRole('link', { name: '(Learn more)' })).toHaveAttribute('href', /protected-files/);
  await editor.addField('File', 'plain');
  await editor.addField('File', 'hidden');
  const hidden = await editor.openField('hidden');
  await hidden.getByRole('switch', { name: 'Protected' }).check();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const fields = await stored((path) => backend.api.get<Stored>(path), name);
  expect(fields['upload']?.options).toEqual({
    mimeTypes: presets['Archives (zip, 7zip, rar)'],
    thumbs: ['50x50', '480x720f'],
    maxSelect: 99,
    maxSize: 99_999,
    protected: true,
  });
  expect(fields['plain']?.options).toEqual({
    mimeTypes: [],
    thumbs: [],
    maxSelect: 1,
    maxSize: 5_242_880,
    protected: false,
  });

  // A protected file opens with a short-lived token only.
  const record = await createRecord(backend.api, name, { hidden: pngFile() });
  const url = `${backend.url}/api/files/${name}/${record.id}/${record['hidden']}`;
  expect((await fetch(url)).status).toBe(403);
  const { token } = await backend.api.post<{ token: string }>('/api/files/token');
  expect((await fetch(`${url}?token=${token}`)).status).toBe(200);
});

test('[FO-12][FO-13][FO-14][CE-01] relation: target, nested new collection, numbers, cascade', async ({
  page,
  backend,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  // A list of more than five can be searched.
  await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('looked'),
    type: 'view',
    options: { query: `select id from ${posts.name}` },
  });
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('related');
  await editor.name.fill(name);
  await editor.addField('Relation', 'parent');
  const row = await editor.openField('parent');
  const target = row.getByRole('combobox', { name: 'Select collection', exact: true });
  await expect(target).toHaveText('Select collection *');
  await expect(target).toHaveAttribute('aria-required', 'true');
  await target.click();
  const search = page.getByRole('combobox', { name: 'Search Select collection' });
  await search.fill(view.name);
  await expect(page.getByText('No collections found')).toBeVisible();
  await search.fill(categories.name);
  await page.getByRole('option', { name: categories.name, exact: true }).click();
  await expect(target).toHaveText(categories.name);

  await row.getByRole('button', { name: '+ New collection' }).click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(2);
  const nested = collectionEditor(page);
  const nestedName = uniqueName('nested');
  await nested.name.fill(nestedName);
  await nested.addField('Plain text', 'inner');
  await nested.save.click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(1);
  await expect(target).toHaveText(nestedName);
  await expect(editor.name).toHaveValue(name);

  await expect(row.getByRole('radio', { name: 'Single' })).toBeChecked();
  await expect(row.getByLabel('Min select')).toHaveCount(0);
  await row.getByRole('radiogroup').getByText('Multiple').click();
  const min = row.getByLabel('Min select');
  const max = row.getByLabel('Max select');
  await expect(min).toHaveAttribute('placeholder', 'No min limit');
  await expect(min).toHaveAttribute('min', '1');
  await expect(max).toHaveAttribute('placeholder', 'No max limit');
  await expect(max).toHaveAttribute('min', '2');
  await expect(max).toHaveValue('');
  await min.fill('3');
  await expect(max).toHaveAttribute('min', '3');
  const cascade = row.getByRole('combobox', { name: 'Cascade delete' });
  await expect(cascade).toHaveText('False');
  expect(await tooltips(row)).toContain('deleted');
  await choose(page, cascade, 'True');

  await editor.addField('Relation', 'single');
  const second = await editor.openField('single');
  await choose(
    page,
    second.getByRole('combobox', { name: 'Select collection', exact: true }),
    categories.name,
  );
  await second.getByRole('radiogroup').getByText('Multiple').click();
  await second.getByLabel('Min select').fill('2');
  await second.getByRole('radiogroup').getByText('Single').click();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const created = await backend.api.get<{ id: string }>(`/api/collections/${nestedName}`);
  const fields = await stored((path) => backend.api.get<Stored>(path), name);
  expect(fields['parent']?.options).toEqual({
    collectionId: created.id,
    cascadeDelete: true,
    minSelect: 3,
    maxSelect: null,
    displayFields: null,
  });
  expect(fields['single']?.options).toMatchObject({
    collectionId: categories.id,
    cascadeDelete: false,
    minSelect: null,
    maxSelect: 1,
  });
  // Once saved the target stays.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const saved = await editor.openField('parent');
  await expect(saved.getByRole('combobox', { name: 'Select collection', exact: true })).toBeDisabled();
  await expect(saved.getByRole('button', { name: '+ New collection' })).toHaveCount(0);
});

/** A value for a field of each type, as the backend gives it back. */
const VALUES: Record<string, unknown> = {
  text: 'hello',
  editor: '<p>hi</p>',
  number: 12.5,
  bool: true,
  email: 'a@example.com',
  url: 'https://example.com',
  date: '2026-02-03 04:05:06.000Z',
  select: 'two',
  select_many: ['one', 'three'],
  json: { a: [1, null] },
};

/** Adds a field of every type with the options that it can't be without. */
async function addEveryField(page: Page, editor: Editor, related: string): Promise<void> {
  const labels: [string, string][] = [
    ['Plain text', 'text'],
    ['Rich editor', 'editor'],
    ['Number', 'number'],
    ['Bool', 'bool'],
    ['Email', 'email'],
    ['Url', 'url'],
    ['DateTime', 'date'],
    ['Select', 'select'],
    ['Select', 'select_many'],
    ['JSON', 'json'],
    ['File', 'file'],
    ['File', 'file_many'],
    ['Relation', 'relation'],
    ['Relation', 'relation_many'],
  ];
  for (const [label, name] of labels) {
    await editor.addField(label, name);
    const isMany = name.endsWith('_many');
    if (!isMany && label !== 'Select' && label !== 'Relation') continue;
    const row = await editor.openField(name);
    if (label === 'Select') await row.getByLabel('Choices').fill('one, two, three');
    if (label === 'Relation')
      await choose(page, row.getByRole('combobox', { name: 'Select collection', exact: true }), related);
    if (isMany) await row.getByRole('radiogroup').getByText('Multiple').click();
  }
}

test('[CE-12][CE-13][FD-07][FD-08][FD-09][FD-10][FD-12] every type: made, renamed, moved, deleted, restored; the data stays', async ({
  page,
  backend,
}) => {
  test.setTimeout(90_000);
  const { posts, categories } = await createBlog(backend.api);
  const related = await createRecord(backend.api, categories.id, { name: 'c' });
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('matrix');
  await editor.name.fill(name);
  await addEveryField(page, editor, categories.name);
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const before = await backend.api.get<Stored>(`/api/collections/${name}`);
  expect(before.schema).toHaveLength(14);
  const record: RecordRow = await createRecord(backend.api, name, {
    ...VALUES,
    file: pngFile('one.png'),
    file_many: [pngFile('two.png'), pngFile('three.png')],
    relation: related.id,
    relation_many: related.id,
  });
  const files = { file: record['file'], file_many: record['file_many'] };

  // Every field renamed, required, presentable, and the last one moved to the front.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  for (const { name: old } of before.schema) {
    await editor.openField(old);
    await editor.field(old).getByRole('switch').first().scrollIntoViewIfNeeded();
    await editor.field(old).getByRole('switch', { name: 'Presentable' }).check();
    await editor.fieldName(old).fill(`x_${old}`);
  }
  const handle = editor.panel.getByRole('button', { name: 'Move field x_relation_many' });
  await editor.gear('x_relation_many').click();
  await handle.focus();
  await page.keyboard.press('Space');
  const live = page.locator('[id^="DndLiveRegion"]');
  await expect(live).toContainText('Picked up');
  await afterTimers(page);
  for (let place = 13; place >= 1; place -= 1) {
    await page.keyboard.press('ArrowUp');
    await expect(live).toContainText(`is over place ${place} of 14.`);
  }
  await page.keyboard.press('Space');
  await expect.poll(async () => (await editor.fieldNames())[0]).toBe('x_relation_many');
  // One goes and comes back, two go for good.
  for (const gone of ['x_text', 'x_bool', 'x_json']) {
    await editor.openField(gone);
    await editor.panel.getByRole('button', { name: `More options of ${gone}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
  }
  await editor.panel.getByRole('button', { name: 'Restore text' }).click();
  await editor.save.click();
  const dialog = confirmChanges(page);
  await expect(dialog.getByText('Removed field bool', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Removed field json', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();

  const after = await backend.api.get<Stored>(`/api/collections/${name}`);
  expect(after.schema.map((one) => one.name)).toEqual([
    'x_relation_many',
    'text',
    'x_editor',
    'x_number',
    'x_email',
    'x_url',
    'x_date',
    'x_select',
    'x_select_many',
    'x_file',
    'x_file_many',
    'x_relation',
  ]);
  for (const one of after.schema) {
    const old = before.schema.find(({ id }) => id === one.id);
    expect(one.options, one.name).toEqual(old?.options);
    expect(one.presentable, one.name).toBe(true);
  }
  const kept = await backend.api.get(`/api/collections/${name}/records/${record.id}`);
  const { bool: _bool, json: _json, text, ...others } = VALUES;
  const renamed = Object.fromEntries(
    Object.entries({ ...others, ...files, relation: related.id, relation_many: [related.id] }).map(
      ([key, value]) => [`x_${key}`, value],
    ),
  );
  expect(kept).toMatchObject({ text, ...renamed });
  expect(Object.keys(kept).filter((key) => /bool|json/.test(key))).toEqual([]);
});

test('[FD-06] Presentable is a property of the field', async ({ page, backend }) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('shown'), schema: [field('title')] });
  const editor = await openEditorOf(page, id);
  const row = await editor.openField('title');
  await row.getByRole('switch', { name: 'Presentable' }).check();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<Stored>(`/api/collections/${id}`);
  expect(schema[0]?.presentable).toBe(true);
});

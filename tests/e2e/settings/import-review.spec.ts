import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { frame, goToHash, toasts } from '#tests/support/screens.ts';
import {
  ARTICLES,
  baseCollection,
  collectImports,
  diffPopup,
  jsonOf,
  manyCollections,
  openImport,
  resetCollections,
  storedCollections,
  TAGS,
  textField,
} from '#tests/support/settings/sync.ts';

const IMPORTED = 'Successfully imported collections configuration.';
const QUESTION =
  'Do you really want to delete the following collection fields and their related records data:';
const SMALL = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

const ADDED = baseCollection('added0000000001', 'added', [textField('added_title', 'title')]);
/** Renamed, with another rule, a changed, a removed and a new field. */
const POSTS = {
  ...ARTICLES,
  name: 'posts',
  viewRule: 'headline != ""',
  schema: [
    { ...textField('art_title', 'headline'), required: true },
    ...ARTICLES.schema.slice(2),
    textField('art_new', 'summary'),
  ],
};

test.beforeEach(async ({ backend, admin }) => {
  await resetCollections(backend.api);
  await admin.signIn();
});

test('[IM-12][IM-13] the popup shows every change side by side, hostile ones as text, and loses by number', async ({
  page,
  backend,
  checkScreen,
}) => {
  refuseDialogs(page);
  const { text, review, changes } = await openImport(page, [POSTS, ADDED]);
  const { popup, headings, table, row, close, confirm } = diffPopup(page);
  const lost = popup.getByRole('list', { name: 'This import deletes stored data:' });
  const question = page.getByRole('alertdialog');

  await test.step('old and new, by keyboard', async () => {
    await review.focus();
    await page.keyboard.press('Enter');
    await expect(headings).toHaveText([
      'Deletedtagstags00000000001',
      'Changedarticles → postsarticles0000001',
      'Addedaddedadded0000000001',
    ]);
    await expect(confirm).toBeEnabled();
    const posts = table('posts');
    await posts.scrollIntoViewIfNeeded();
    await expect(posts.getByRole('columnheader')).toHaveText(['Props', 'Old', 'New']);
    const props = ['id', 'name', 'type', 'system', 'listRule', 'viewRule', 'createRule', 'updateRule'];
    const names = await posts.getByRole('rowheader').allInnerTexts();
    expect(names.slice(0, 11)).toEqual([...props, 'deleteRule', 'indexes', 'options']);
    const name = row('posts', 'name').first();
    await expect(name).toHaveAttribute('data-diff', 'changed');
    await expect(name.getByRole('cell')).toHaveText(['articles', 'posts']);
    await expect(name.getByRole('deletion')).toHaveText('articles');
    await expect(name.getByRole('insertion')).toHaveText('posts');
    await expect(row('posts', 'listRule')).toHaveAttribute('data-diff', 'same');
    await expect(row('posts', 'viewRule').getByRole('cell')).toHaveText(['(empty)', 'headline != ""']);
    for (const part of [
      'field: bodyDeleted - All stored data related to body will be deleted!',
      'field: headlineChanged',
      'field: summaryAdded',
    ])
      await expect(posts.locator('th[scope=rowgroup]').filter({ hasText: part })).toHaveCount(1);
    const [old, fresh] = await name
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor));
    expect(old).not.toBe(fresh);
    // The side that a removed or new thing does not have is blank.
    await table('added').scrollIntoViewIfNeeded();
    await expect(row('added', 'id').first().getByRole('cell')).toHaveText(['', ADDED.id]);
    await expect(row('tags', 'id').first().getByRole('cell')).toHaveText([TAGS.id, '']);
  });

  await test.step('on a small screen', async () => {
    await page.setViewportSize(SMALL);
    const sideways = await popup.evaluate(
      (element) =>
        [element, ...element.querySelectorAll('*')].filter(
          (each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1 && each.closest('table'),
        ).length,
    );
    expect(sideways).toBe(0);
    await checkScreen('[role=dialog]');
    await page.setViewportSize(WIDE);
    await close.click();
    await expect(popup).toHaveCount(0);
    await expect(review).toBeFocused();
  });

  await test.step('hostile names and values stay text', async () => {
    const hostile = Object.values(hostileStrings).map((value, index) => ({
      ...baseCollection(`hostile${String(index).padStart(8, '0')}`, value, [
        textField(`field_${index}`, value),
      ]),
      listRule: value,
      options: { query: value },
    }));
    const odd = ['__proto__', 'constructor'].map((name) =>
      baseCollection(name, name, [textField(name, name)]),
    );
    await text.fill(jsonOf([{ ...ARTICLES, listRule: 'a' }, ...hostile, ...odd]));
    await expect(changes).toHaveCount(2 + hostile.length + odd.length);
    await expectHarmless(page);
    await review.click();
    await expect(headings).toHaveCount(2 + hostile.length + odd.length);
    for (const heading of await headings.all()) await heading.scrollIntoViewIfNeeded();
    await expect(popup.locator('img, script, iframe, a')).toHaveCount(0);
    await expectHarmless(page);
    await close.click();
  });

  await test.step('many deleted collections are listed with their counts, and the list scrolls by keyboard', async () => {
    const many = manyCollections(40).map((each) => ({
      ...each,
      listRule: null,
      schema: each.schema.slice(0, 1),
    }));
    await resetCollections(backend.api, many);
    await backend.api.post(`/api/collections/${many[0]?.name}/records`, { field_0: 'x' });
    await text.fill('');
    await goToHash(page, '#/settings');
    await page.setViewportSize(SMALL);
    await openImport(page, [TAGS]);
    await expect(changes).toHaveCount(41);
    await review.click();
    await expect(lost).not.toHaveAttribute('aria-busy');
    await expect(lost.getByRole('listitem')).toHaveCount(40);
    await expect(lost.getByRole('listitem').first()).toHaveText(
      'many_0000: Deleted collection – 1 record is deleted',
    );
    await confirm.click();
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('End');
    const content = question.getByRole('group', { name: 'Content' });
    await expect(content).toBeFocused();
    await expect
      .poll(() =>
        content.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop),
      )
      .toBeLessThan(2);
    expect(await content.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(
      0,
    );
    expect(await question.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await checkScreen('[role=alertdialog]');
  });
});

test('[IM-07][IM-12][IM-14][IM-15][IM-16][IM-17][IM-18][OP-04] an import is asked about, refused, compared anew, and sent', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const imports = collectImports(page);
  // The backend refuses to delete the target of a relation.
  const articles = { ...ARTICLES, schema: ARTICLES.schema.slice(0, 2) };
  const posts = { ...POSTS, schema: POSTS.schema.filter(({ type }) => type !== 'relation') };
  await resetCollections(backend.api, [articles, TAGS]);
  const { screen, text, changes, review, merge, deleteMissing } = await openImport(page, [posts, ADDED]);
  const { popup, headings, table, confirm } = diffPopup(page);
  const question = page.getByRole('alertdialog');
  const yes = question.getByRole('button', { name: 'Yes' });
  const no = question.getByRole('button', { name: 'No' });
  /** Shows the page anew, with the collections of the backend. */
  const reopen = async (collections: unknown) => {
    await text.fill('');
    await goToHash(page, '#/settings');
    await expect(frame(page, 'settings-application')).toBeVisible();
    await openImport(page, collections);
  };

  await test.step('deletions are asked: No changes nothing', async () => {
    await review.click();
    await confirm.click();
    await expect(question.locator('p')).toHaveText(
      [QUESTION, '- articles.body (art_body)', '- tags.*'].join('\n'),
      { useInnerText: true },
    );
    await no.click();
    await expect(question).toHaveCount(0);
    await expect(popup).toBeVisible();
    expect(imports).toEqual([]);
    expect(await storedCollections(backend.api)).toEqual([articles, TAGS]);
  });

  await test.step('Yes sends the import, and the page is ready for another', async () => {
    await confirm.click();
    await yes.click();
    await expect(toasts(page, 'success')).toHaveText([IMPORTED]);
    await expect(popup).toHaveCount(0);
    await expect(text).toHaveValue('');
    await expect(text).toBeFocused();
    await expect(changes).toHaveCount(0);
    expect(imports.splice(0)).toEqual([{ collections: [posts, ADDED], deleteMissing: true }]);
    expect((await storedCollections(backend.api)).map(({ name }) => name)).toEqual(['added', 'posts']);
    await text.fill(jsonOf([posts, ADDED]));
    await expect(screen).toContainText('Your collections configuration is already up-to-date!');
  });

  await test.step('without deletions nothing is asked, and the collections are loaded anew everywhere', async () => {
    await text.fill(jsonOf([posts, ADDED, TAGS]));
    await expect(changes).toHaveText(['Addedtagstags00000000001']);
    await review.click();
    await confirm.click();
    await expect(popup).toHaveCount(0);
    await expect.poll(async () => (await storedCollections(backend.api)).length).toBe(3);
    expect(imports.splice(0)).toHaveLength(1);
    await expect(text).toHaveValue('');
    await goToHash(page, '#/collections');
    await expect(frame(page, 'collections').locator('.page-sidebar')).toContainText('added');
  });

  await test.step('merging keeps omitted collections', async () => {
    await resetCollections(backend.api);
    const fewer = { ...ARTICLES, schema: ARTICLES.schema.filter(({ name }) => name !== 'body') };
    await openImport(page, [fewer]);
    await merge.click();
    await review.click();
    await confirm.click();
    await expect(question.locator('p')).toHaveText(`${QUESTION}\n- articles.body (art_body)`, {
      useInnerText: true,
    });
    await yes.click();
    await expect(text).toHaveValue('');
    expect(imports.splice(0)).toEqual([{ collections: [fewer, TAGS], deleteMissing: true }]);
    expect(await storedCollections(backend.api)).toEqual([fewer, TAGS]);
  });

  await test.step('without deleting everything stays', async () => {
    await resetCollections(backend.api);
    const renamed = { ...articles, name: 'texts' };
    await reopen([renamed]);
    await expect(merge).not.toBeChecked();
    await deleteMissing.click();
    await review.click();
    await confirm.click();
    await expect(text).toHaveValue('');
    expect(imports.splice(0)).toEqual([{ collections: [renamed], deleteMissing: false }]);
    const stored = await storedCollections(backend.api);
    expect(stored.map(({ name }) => name)).toEqual(['tags', 'texts']);
    expect(stored[1]?.schema.map(({ name }) => name).sort()).toEqual(['body', 'tag', 'title']);
  });

  await test.step('a refused import keeps the text and shows the error of the backend under it', async () => {
    expectedProblems.allow('response 400 PUT /api/collections/import');
    await resetCollections(backend.api);
    const broken = [ARTICLES, TAGS, { ...ADDED, name: 'bad name!' }];
    await reopen(broken);
    await review.click();
    await confirm.click();
    await expect(popup).toHaveCount(0);
    await expect(toasts(page, 'error')).toHaveCount(1);
    await expect(text).toHaveValue(jsonOf(broken));
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    await expect(screen).toContainText('bad name!');
    await expect(review).toBeFocused();
    expect(await storedCollections(backend.api)).toEqual([ARTICLES, TAGS]);
    await checkScreen();
    imports.length = 0;
  });

  await test.step('what another administrator changed during the review is shown before anything is sent', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await text.fill(jsonOf([ARTICLES, TAGS, ADDED, { ...ADDED, id: 'added0000000002', name: 'more' }]));
    await review.click();
    await expect(headings).toHaveCount(2);
    await table('more').scrollIntoViewIfNeeded();
    const foreign = baseCollection('foreign00000001', 'foreign', [textField('foreign_txt', 'text')]);
    await resetCollections(backend.api, [ARTICLES, TAGS, foreign]);
    await confirm.click();
    const notice = popup.getByRole('alert');
    await expect(notice).toContainText('The collections have changed since you opened this review.');
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(headings).toHaveCount(3);
    await expect(table('foreign')).toBeVisible();
    await checkScreen('[role=dialog]');
    expect(imports).toEqual([]);
    expect(await storedCollections(backend.api)).toEqual([ARTICLES, foreign, TAGS]);
    await confirm.click();
    await yes.click();
    await expect(popup).toHaveCount(0);
    expect(imports.splice(0)).toHaveLength(1);
    const names = (await storedCollections(backend.api)).map(({ name }) => name);
    expect(names).toEqual(['added', 'articles', 'more', 'tags']);
  });

  await test.step('an import that makes a field single names the loss with its count, and No changes nothing', async () => {
    const select = (maxSelect: number, values = ['a', 'b', 'c']) => ({
      ...textField('art_labels', 'labels'),
      type: 'select',
      options: { maxSelect, values },
    });
    const labelled = { ...ARTICLES, schema: [...ARTICLES.schema, select(3)] };
    await resetCollections(backend.api, [labelled, TAGS]);
    const records = '/api/collections/articles/records';
    const ids: string[] = [];
    for (const labels of [['a', 'b', 'c'], ['b', 'c'], ['c']])
      ids.push((await backend.api.post<{ id: string }>(records, { labels })).id);
    const labelsOf = async (id = '') => (await backend.api.get(`${records}/${id}`))['labels'];
    await page.setViewportSize(WIDE);
    await reopen([{ ...ARTICLES, schema: [...ARTICLES.schema, select(1, ['a', 'c'])] }, TAGS]);
    await review.click();
    const lost = popup.getByRole('list', { name: 'This import deletes stored data:' });
    await expect(lost.getByRole('listitem')).toHaveText([
      'articles: Multiple to single value conversion of field labels (will keep only the last array item) – 2 records lose their other values',
    ]);
    await expect(popup.getByRole('list', { name: 'may no longer fit' }).getByRole('listitem')).toHaveText([
      "articles: Removed choice b of field labels – records whose value doesn't fit keep it, but can't be saved until it is changed",
    ]);
    await checkScreen('[role=dialog]');
    await confirm.click();
    await expect(question.locator('p')).toHaveText(
      [
        'Do you really want to keep only the last value of each record in the following fields:',
        '- articles.labels (art_labels)',
        '',
        'Records with this data:',
        '- articles.labels: 2 records',
      ].join('\n'),
      { useInnerText: true },
    );
    await no.click();
    await expect(popup).toBeVisible();
    expect(imports).toEqual([]);
    expect(await labelsOf(ids[0])).toEqual(['a', 'b', 'c']);
    expect(await storedCollections(backend.api)).toEqual([labelled, TAGS]);
    await confirm.click();
    await yes.click();
    await expect(text).toHaveValue('');
    expect(await labelsOf(ids[0])).toBe('c');
  });
});

import { createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { queryOf, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { saveButton, storedRecord } from '#tests/support/records/panel.ts';
import { chosen, createPeopleAndPosts, fieldOf, idsOf, openPost } from '#tests/support/records/relations.ts';

test('[RF-16] [API-10] related records are listed by their presentable fields, loaded 100 ids at a time', async ({
  page,
  admin,
  backend,
}) => {
  const created = await createPeopleAndPosts(backend.api, 103);
  const ids = created.persons.map(({ id }) => id).toReversed();
  const post = await createRecord(backend.api, created.posts.id, { title: 'x', readers: ids });
  await admin.signIn();
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    const query = queryOf(request);
    if (request.url().includes(`/${created.people.id}/records?`) && query['filter']) requested.push(query);
  });
  const panel = await openPost(page, created.posts, post);
  await expect(chosen(panel, 'readers')).toHaveCount(103);
  await expect(chosen(panel, 'readers').first()).toContainText('person 102');
  await expect(chosen(panel, 'readers').last()).toContainText('person 000');
  expect(requested.map(({ filter }) => filter)).toEqual(
    [ids.slice(0, 100), ids.slice(100)].map((part) => part.map((id) => `id="${id}"`).join('||')),
  );
  for (const query of requested) expect(query).toMatchObject({ fields: '*:excerpt(200)', skipTotal: '1' });

  const info = chosen(panel, 'readers').first().getByRole('img', { name: 'Show record' });
  await info.hover();
  await expect(page.getByRole('tooltip')).toContainText(`"id": "${ids[0]}"`);
  await panel.getByRole('button', { name: 'Remove person 102' }).click();
  await expect(chosen(panel, 'readers')).toHaveCount(102);
  await saveButton(panel).click();
  await expect(panel).toBeHidden();
  expect((await storedRecord(backend, created.posts, post.id))['readers']).toEqual(ids.slice(1));
});

test('[RF-16] related records are reordered by dragging and by keyboard', async ({
  page,
  admin,
  backend,
}) => {
  const created = await createPeopleAndPosts(backend.api, 3);
  const [a = '', b = '', c = ''] = idsOf(created.persons, 0, 1, 2);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x', readers: [a, b, c] });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const rows = chosen(panel, 'readers');
  await expect(rows).toHaveCount(3);
  const handle = panel.getByRole('button', { name: 'Move person 000', exact: true });
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

  const last = panel.getByRole('button', { name: 'Move person 000', exact: true });
  await last.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('person 000 is over place 3 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('person 000 is over place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('person 000 was put back to place 3 of 3.')).toBeAttached();
  await expect(panel).toBeVisible();
  await expect(rows).toHaveText([/person 001/, /person 002/, /person 000/]);
  await page.keyboard.press('Space');
  await expect(page.getByText('person 000 is over place 3 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('person 000 is over place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(rows).toHaveText([/person 001/, /person 000/, /person 002/]);
  await saveButton(panel).click();
  await expect(panel).toBeHidden();
  expect((await storedRecord(backend, created.posts, post.id))['readers']).toEqual([b, a, c]);
});

test('[RF-17] ids of missing records are removed from the list with a message, and from the value with the next change', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const created = await createPeopleAndPosts(site.backend.api, 3);
  const [a = '', b = '', c = ''] = idsOf(created.persons, 0, 1, 2);
  const post = await createRecord(site.backend.api, created.posts.id, { title: 'x', readers: [a, b, c] });
  // The backend cleans up relations itself: only a change in the database leaves such ids.
  await site.backend.pause();
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(`${site.backend.dir}/data.db`);
  db.exec(`DELETE FROM ${created.people.name} WHERE id IN ('${a}', '${c}')`);
  db.close();
  await site.backend.restart();
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(created.posts.id)}`);
  await recordsScreen(page).row(post.id).click();
  const panel = page.getByRole('dialog', { name: `Edit ${created.posts.name} record` });
  await expect(chosen(panel, 'readers')).toHaveText([/person 001/]);
  const warning = fieldOf(panel, 'readers').getByRole('button', { name: 'Some relations are missing' });
  await warning.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    `The following relation ids were removed from the list because they are missing or invalid: ${a}, ${c}.`,
  );
  await expect(saveButton(panel)).toBeDisabled();
  await panel.getByRole('textbox', { name: 'title' }).fill('y');
  // With such ids, the backend refuses every update of the record.
  await saveButton(panel).click();
  await expect(panel).toBeHidden();
  expect(await storedRecord(site.backend, created.posts, post.id)).toMatchObject({
    title: 'y',
    readers: [b],
  });
});

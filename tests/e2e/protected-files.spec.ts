import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { recordsHash } from '../support/records-page.ts';

const TOKEN_CALL = '**/api/files/token';

test('[AU-12] protected files show up by themselves once a token can be had, and their links keep working', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 .*\/files\/token/);
  expectedProblems.allow(/^response 40[34] .*\/api\/files\//);
  const options = { maxSelect: 1, maxSize: 5_242_880, protected: true };
  const vault = await createCollection(backend.api, {
    name: uniqueName('vault'),
    schema: [field('picture', 'file', { options }), field('note', 'file', { options })],
  });
  await createRecord(backend.api, vault.id, { picture: pngFile('secret.png'), note: textFile('secret.txt') });
  await page.clock.install();
  await page.route(TOKEN_CALL, (route) => route.fulfill({ status: 500, json: {} }));
  await admin.signIn();
  const refused = page.waitForResponse(TOKEN_CALL);
  await page.goto(recordsHash(vault.id));
  await refused;
  const picture = page.getByRole('button', { name: /^Preview secret/ });
  await expect(picture).toBeVisible();
  await expect(picture.locator('img')).toBeHidden();

  await page.unroute(TOKEN_CALL);
  const granted = page.waitForResponse(TOKEN_CALL);
  await page.clock.runFor(11_000);
  const { token } = await (await granted).json();
  await expect(picture.locator('img')).toHaveAttribute('src', new RegExp(`token=${token}`));
  const width = () => picture.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  // The picture stays as it is; a link is followed at any time, later than the first token holds as well.
  const note = page.getByRole('link', { name: /^Download secret/ });
  await expect(note).toHaveAttribute('href', new RegExp(`token=${token}`));
  // The backend's own would be the same one within a second.
  const later = 'x.eyJleHAiOjQwMDAwMDAwMDB9.y';
  await page.route(TOKEN_CALL, (route) => route.fulfill({ json: { token: later } }));
  await page.clock.runFor(180_000);
  await expect(note).toHaveAttribute('href', new RegExp(`token=${later}`));
  await expect(picture.locator('img')).toHaveAttribute('src', new RegExp(`token=${token}`));
});

import type { Page } from '@playwright/test';
import { accessOf, choose, pick, seedTasks, tryPanel } from '#tests/support/access.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { collectionEditor } from '#tests/support/collections/editor.ts';
import { failWith, openInVain } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine, testedLine } from '#tests/support/lines.ts';
import { impersonateRequest } from '#wire/accounts.ts';

const WHO = onLine('Admins', 'Superusers');

const rowOf = (page: Page, name: string) =>
  accessOf(page).getByRole('row', { name: new RegExp(`^${name} `) });

async function filterByRisk(page: Page): Promise<void> {
  const access = accessOf(page);
  const chip = (name: string) => access.getByRole('button', { name });
  await access.getByRole('button', { name: 'Refresh' }).click();
  await expect(rowOf(page, 'tasks').getByRole('cell')).toHaveText([
    /owner = @request.auth.id && status = "open"$/,
    new RegExp(`${WHO} only$`),
    /Anyone$/,
    new RegExp(`${WHO} only$`),
    /status = "closed"$/,
    '–',
    // Who may sign in, and needs a second factor.
    ...onLine([], ['–', '–']),
  ]);
  await expect(rowOf(page, 'people')).toContainText('1 record shows its email');
  await expect(chip('Rules without @request.auth')).toHaveText(/1$/);
  await chip('Files not protected').click();
  await expect(rowOf(page, 'tasks')).toContainText('Anyone with the link can load files of proof');
  await chip('Files not protected').click();
  await chip('Anyone may update or delete').click();
  await expect(access.getByText('No collection has this.')).toBeVisible();
  await access.getByRole('button', { name: 'Show all' }).click();
  await expect(chip('Anyone may update or delete')).toHaveAttribute('aria-pressed', 'false');
  await expect(rowOf(page, 'people')).toBeVisible();
  await chip('Rules without @request.auth').click();
  await expect(rowOf(page, 'people')).toHaveCount(0);
  await expect(rowOf(page, 'tasks')).toBeVisible();
  await chip('Rules without @request.auth').click();
}

/** Goes through the rules of a row by keys, in a window that is too narrow for them. */
async function scrollByKeys(page: Page): Promise<void> {
  await page.setViewportSize({ width: 768, height: 800 });
  const rules = rowOf(page, 'people').getByRole('button');
  const last = onLine(5, 7);
  await rules.first().focus();
  for (let at = 0; at < last; at++) await page.keyboard.press('ArrowRight');
  await expect(rules.last()).toBeFocused();
  const name = rowOf(page, 'people').getByRole('rowheader');
  await expect(name.getByText('people')).toBeInViewport();
  for (let at = last; at > 1; at--) await page.keyboard.press('ArrowLeft');
  await expect(rules.nth(1)).toBeFocused();
  const [shown, covering] = [await rules.nth(1).boundingBox(), await name.boundingBox()];
  expect(shown?.x).toBeGreaterThanOrEqual((covering?.x ?? 0) + (covering?.width ?? Infinity));
  await page.setViewportSize({ width: 1280, height: 800 });
}

const IMPERSONATED = new RegExp(`/${impersonateRequest('', '', 0).path[2]}/\\w+$`);

/** Tries rules as a guest and as a user. Returns the token of the user. */
async function tryRules(page: Page): Promise<string> {
  const panel = tryPanel(page);
  const attempt = () => panel.getByRole('button', { name: 'Try', exact: true }).click();
  await choose(page, 'Collection', 'tasks');
  await attempt();
  await expect(panel.getByRole('heading', { name: '0 records let through' })).toBeVisible();
  await choose(page, 'Who', 'people');
  await pick(page, /^User:/, /ann/);
  await pick(page, /^Is this record in the list/, /Done/);
  // Newer backends give a token for the user without a password.
  const signedIn = page.waitForResponse(onLine(/auth-with-password$/, IMPERSONATED));
  await attempt();
  if (testedLine === 'pb22') {
    await expect(panel).toContainText('Sign in as this user first.');
    await panel.getByLabel('Password of this user').fill(PASSWORD);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await expect(panel).toContainText('Signed in as this user.');
    await attempt();
  }
  const { token } = (await (await signedIn).json()) as { token: string };
  await expect(panel.getByRole('heading', { name: '1 record let through' })).toBeVisible();
  await expect(panel.getByRole('list', { name: 'First records' })).toContainText('<b>Mine</b>');
  await expect(panel).toContainText('This record: Refused');
  return token;
}

/** The palette has the buttons of the panel, without those of which there are two. */
async function searchButtons(page: Page): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const command = (name: string) => palette.getByRole('option', { name, exact: true });
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('try');
  await expect(command('Try')).toBeVisible();
  await palette.getByRole('combobox').fill('close');
  await expect(command('Try')).toHaveCount(0);
  await expect(command('Close')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
}

/** Unlocks the rule that is open in the editor, and counts what that opens. */
async function countEffects(page: Page, openFirst: (open: () => Promise<void>) => Promise<void>) {
  const editor = collectionEditor(page).panel;
  const changes = editor.getByRole('button', { name: 'What this changes' });
  await expect(editor.getByRole('tab', { name: /API Rules/ })).toHaveAttribute('aria-selected', 'true');
  await expect(changes).toHaveCount(0);
  await editor.getByRole('button', { name: 'Unlock and set custom rule' }).first().click();
  await openFirst(() => changes.click());
  await page.route('**/records?*', (route) => failWith(route, 'The disk is full.'));
  await changes.click();
  const effects = page.getByRole('dialog', { name: 'What this changes' });
  await expect(effects.getByRole('alert')).toHaveText(/^The records could not be counted.The disk is full./);
  await page.unroute('**/records?*');
  await effects.getByRole('button', { name: 'Try again' }).click();
  await expect(effects.getByRole('listitem')).toHaveText(/View, guest: 0 .*2Opens 2 records to anyone/);
  await page.keyboard.press('Escape');
  await expect(changes).toBeFocused();
}

test('Access says who may do what, tries it as a user, and shows what a changed rule opens', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const access = accessOf(page);
  await backend.api.delete('/api/collections/users');
  await admin.signIn();
  await page.goto('/#/access');

  await step(
    'without collections it says so, until it is loaded again',
    async () => {
      await expect(access.getByText('No collections yet.')).toBeVisible();
      await expect(access.getByRole('button', { name: 'Show all' })).toHaveCount(0);
    },
    'hasNoSystemCollections',
  );
  const ann = await seedTasks(backend);
  await step('each rule in words, filtered by risk', () => filterByRisk(page));
  await step('the name of a collection stays beside the rules that are scrolled to by keys', () =>
    scrollByKeys(page),
  );

  await step('what could not be loaded or counted is on another try', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections(\/\w+\/records)?\?.*$/);
    await page.route('**/records?*', (route) => failWith(route, 'The disk is full.'));
    await page.route('**/api/collections?*', (route) => failWith(route, 'The disk is on fire.'));
    await page.reload();
    await expect(access.getByRole('alert')).toContainText('The disk is on fire.');
    await page.unroute('**/api/collections?*');
    await access.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(access).toContainText('The visible emails could not be counted. The disk is full.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await access.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(rowOf(page, 'people')).toContainText('1 record shows its email');
  });

  await step('what a guest and a user may list, by real requests', async () => {
    const tryAs = access.getByRole('button', { name: 'Try as' });
    await openInVain(page, expectedProblems, 'TryPanel', () => tryAs.click());
    await tryAs.click();
    const token = await tryRules(page);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain(ann);
    expect(stored).not.toContain(token);
    await choose(page, 'What', 'View');
    await expect(tryPanel(page)).toContainText(`Rule: ${WHO} only`);
    await tryPanel(page).getByRole('button', { name: 'Try', exact: true }).click();
    await expect(tryPanel(page)).toContainText(`${WHO} only: no user and no guest passes this rule.`);
    await searchButtons(page);
    await page.keyboard.press('Escape');
    await expect(tryAs).toBeFocused();
  });

  await step('a rule opens in the editor, which counts what its change opens', async () => {
    await rowOf(page, 'tasks')
      .getByRole('button', { name: `${WHO} only` })
      .first()
      .click();
    await countEffects(page, (open) => openInVain(page, expectedProblems, 'RuleEffects', open));
  });
});

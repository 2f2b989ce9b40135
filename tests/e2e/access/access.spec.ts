import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import { collectionEditor } from '#tests/support/collections/editor.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { failWith, openInVain } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { frame, goToHash } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

test('Access says who may do what, tries it as a user, and shows what a changed rule opens', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { api } = backend;
  await admin.signIn();
  const access = frame(page, 'access');
  const row = (name: string) => access.getByRole('row', { name: new RegExp(`^${name} `) });
  const chip = (name: string) => access.getByRole('button', { name });

  await test.step('without collections it says so, until it is loaded again', async () => {
    await api.delete('/api/collections/users');
    await page.goto('/#/access');
    await expect(access.getByText('No collections yet.')).toBeVisible();
    await expect(access.getByRole('button', { name: 'Show all' })).toHaveCount(0);
  });

  const people = await createCollection(api, {
    name: 'people',
    type: 'auth',
    ...{ system: true },
    viewRule: '',
    options: { allowEmailAuth: true, minPasswordLength: 8 },
  });
  const ann = await createUser(backend, people.id, { username: 'ann', emailVisibility: true });
  const tasks = await createCollection(api, {
    name: 'tasks',
    schema: [
      field('title', 'text', { presentable: true, required: true }),
      field('status'),
      field('proof', 'file'),
      field('owner', 'relation', {
        options: { collectionId: people.id, maxSelect: 1, cascadeDelete: false },
      }),
    ],
    listRule: 'owner = @request.auth.id && status = "open"',
    createRule: '',
    deleteRule: 'status = "closed"',
  });
  await createRecord(api, tasks.id, { title: '<b>Mine</b>', status: 'open', owner: ann.id });
  await createRecord(api, tasks.id, { title: 'Done', status: 'closed', owner: ann.id });

  await test.step('each rule in words, filtered by risk', async () => {
    await access.getByRole('button', { name: 'Refresh' }).click();
    await expect(row('tasks').getByRole('cell')).toHaveText([
      /owner = @request.auth.id && status = "open"$/,
      /Admins only$/,
      /Anyone$/,
      /Admins only$/,
      /status = "closed"$/,
      '–',
    ]);
    await expect(row('people')).toContainText('1 record shows its email');
    await expect(chip('Rules without @request.auth')).toHaveText(/1$/);
    await chip('Files not protected').click();
    await expectOutline(page, 'access-files');
    await chip('Files not protected').click();
    await chip('Anyone may update or delete').click();
    await expect(access.getByText('No collection has this.')).toBeVisible();
    await access.getByRole('button', { name: 'Show all' }).click();
    await expect(chip('Anyone may update or delete')).toHaveAttribute('aria-pressed', 'false');
    await expect(row('people')).toBeVisible();
    await chip('Rules without @request.auth').click();
    await expect(row('people')).toHaveCount(0);
    await expect(row('tasks')).toBeVisible();
    await checkScreen();
    await chip('Rules without @request.auth').click();
    await expectFitsSmall(page, access);
    await page.setViewportSize({ width: 768, height: 800 });
  });

  await test.step('the name of a collection stays beside the rules that are scrolled to by keys', async () => {
    const rules = row('people').getByRole('button');
    await rules.first().focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await expect(rules.last()).toBeFocused();
    const name = row('people').getByRole('rowheader');
    await expect(name.getByText('people')).toBeInViewport();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
    await expect(rules.nth(1)).toBeFocused();
    const [shown, covering] = [await rules.nth(1).boundingBox(), await name.boundingBox()];
    expect(shown?.x).toBeGreaterThanOrEqual((covering?.x ?? 0) + (covering?.width ?? Infinity));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('what could not be loaded or counted is on another try', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections(\/\w+\/records)?\?.*$/);
    await page.route('**/records?*', (route) => failWith(route, 'The disk is full.'));
    await page.route('**/api/collections?*', (route) => failWith(route, 'The disk is on fire.'));
    await page.reload();
    await expect(access.getByRole('alert')).toContainText('The disk is on fire.');
    await page.unroute('**/api/collections?*');
    await access.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(access).toContainText('The visible emails could not be counted. The disk is full.');
    await expectOutline(page, 'access-failed');
    await page.unrouteAll();
    await access.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(row('people')).toContainText('1 record shows its email');
  });

  const panel = page.getByRole('dialog', { name: 'Try as' });
  const choose = async (label: string, option: string) => {
    await panel.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    // A list that closes has a search field of the same name.
    await expect(page.getByRole('listbox')).toHaveCount(0);
  };
  const pick = async (button: RegExp, record: RegExp) => {
    await panel.getByRole('button', { name: button }).click();
    const picker = page.getByRole('dialog', { name: /^Select/ });
    await expect(picker.getByRole('button', { name: 'New record' })).toHaveCount(0);
    await picker.getByRole('button', { name: record }).click();
    await picker.getByRole('button', { name: 'Set selection' }).click();
    await expect(picker).toBeHidden();
  };

  await test.step('what a guest and a user may list, by real requests', async () => {
    const tryAs = access.getByRole('button', { name: 'Try as' });
    await openInVain(page, expectedProblems, 'TryPanel', () => tryAs.click());
    await tryAs.click();
    const attempt = () => panel.getByRole('button', { name: 'Try', exact: true }).click();
    await choose('Collection', 'tasks');
    await attempt();
    await expect(panel.getByRole('heading', { name: '0 records let through' })).toBeVisible();
    await choose('Who', 'people');
    await pick(/^User:/, /ann/);
    await pick(/^Is this record in the list/, /Done/);
    await attempt();
    await expect(panel).toContainText('Sign in as this user first.');
    await panel.getByLabel('Password of this user').fill(PASSWORD);
    const signedIn = page.waitForResponse(/auth-with-password$/);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    const { token } = (await (await signedIn).json()) as { token: string };
    await expect(panel).toContainText('Signed in as this user.');
    await attempt();
    await expect(panel.getByRole('heading', { name: '1 record let through' })).toBeVisible();
    await expect(panel.getByRole('list', { name: 'First records' })).toContainText('<b>Mine</b>');
    await expect(panel).toContainText('This record: Refused');
    await expectOutline(page, 'try-as');
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain(ann.id);
    expect(stored).not.toContain(token);
    await checkScreen();
    await expectFitsSmall(page, panel);
    await page.setViewportSize({ width: 1280, height: 800 });
    await choose('What', 'View');
    await expect(panel).toContainText('Rule: Admins only');
    await attempt();
    await expect(panel).toContainText('Admins only: no user and no guest passes this rule.');
    // The palette has the buttons of the panel, without those of which there are two.
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
    await page.keyboard.press('Escape');
    await expect(tryAs).toBeFocused();
  });

  await test.step('a rule opens in the editor, which counts what its change opens', async () => {
    await row('tasks').getByRole('button', { name: 'Admins only' }).first().click();
    const editor = collectionEditor(page).panel;
    await expect(editor.getByRole('tab', { name: /API Rules/ })).toHaveAttribute('aria-selected', 'true');
    await expect(editor.getByRole('button', { name: 'What this changes' })).toHaveCount(0);
    await editor.getByRole('button', { name: 'Unlock and set custom rule' }).first().click();
    const changes = editor.getByRole('button', { name: 'What this changes' });
    await openInVain(page, expectedProblems, 'RuleEffects', () => changes.click());
    await page.route('**/records?*', (route) => failWith(route, 'The disk is full.'));
    await changes.click();
    const effects = page.getByRole('dialog', { name: 'What this changes' });
    await expect(effects.getByRole('alert')).toHaveText(
      /^The records could not be counted.The disk is full./,
    );
    await page.unroute('**/records?*');
    await effects.getByRole('button', { name: 'Try again' }).click();
    await expect(effects.getByRole('listitem')).toHaveText(/View, guest: 0 .*2Opens 2 records to anyone/);
    await checkScreen();
    await page.keyboard.press('Escape');
    await expect(editor.getByRole('button', { name: 'What this changes' })).toBeFocused();
  });
  await goToHash(page, '/access');
});

import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { createRecord, createTitles } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { frame, loginScreen, toasts } from '#tests/support/screens.ts';
import { addressInList, SESSION_KEY, signIn } from '#tests/support/session.ts';
import { storedApplication } from '#tests/support/settings/application.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

test('several backends: each with its own session, switched by keyboard, and production asks for its name', async ({
  page,
  backend: staging,
  step,
  expectedProblems,
}) => {
  const production = await startPocketBase();
  const list = [
    { name: 'Staging', url: staging.url, color: 'amber' },
    { name: 'Production', url: production.url, color: 'red', production: true },
  ];
  let atoll = await startAtoll({
    backendUrl: staging.url,
    env: { ATOLL_BACKENDS: JSON.stringify(list) },
  });
  try {
    const strip = page.getByRole('banner');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    const question = page.getByRole('alertdialog');
    const name = frame(page, 'settings-application').getByLabel('Application name');
    const switchTo = async (name: string) => {
      await page.keyboard.press('Control+k');
      await expect(palette.getByRole('combobox')).toBeFocused();
      await page.keyboard.type(`switch to ${name}`);
      await expect(palette.getByRole('option').first()).toHaveText(`Switch to ${name}`);
      await page.keyboard.press('Enter');
    };
    const tokenOf = (key: string) =>
      page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').token as string, key);

    await step('the strip, the title and the palette say where one is', async () => {
      await signIn(page, staging, atoll.url, 'Staging');
      await page.goto(`${atoll.url}/#/settings`);
      await expect(strip.getByRole('button', { name: 'Backend Staging' })).toBeVisible();
      await expect(page).toHaveTitle(/ - Atoll - Staging$/);
    });

    await step('unsaved text is asked about before another backend is opened', async () => {
      await name.fill('Unsaved');
      await switchTo('Production');
      await expect(question).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(name).toHaveValue('Unsaved');
      await switchTo('Production');
      await expect(question).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(loginScreen(page).button).toBeVisible();
      await expect(strip.getByRole('button', { name: 'Backend Production' })).toBeVisible();
      expect(new URL(page.url()).search).toBe('?backend=Production');
    });

    const posts = await createTitles(production.api, 0);
    const record = await createRecord(production.api, posts.id, { title: 'precious' });
    await step('each backend keeps its own session', async () => {
      const login = loginScreen(page);
      await login.email.fill(production.adminEmail);
      await login.password.fill(production.adminPassword);
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.keyboard.press('Enter');
      expect((await sent).url()).toBe(
        (await addressInList(atoll.url, 'Production')) + ADMIN_CALLS.signIn.slice(1),
      );
      await expect(name).toBeVisible();
      const own = `atoll:Production:${SESSION_KEY}`;
      expect(await tokenOf(own)).not.toBe(await tokenOf(SESSION_KEY));
      await strip.getByRole('button').focus();
      await page.keyboard.press('Enter');
      const item = page.getByRole('menuitem', { name: 'Switch to Staging' });
      await expect(item).toBeFocused();
      await expect(strip).toContainText('Production');
      await page.keyboard.press('Enter');
      await expect(page).toHaveTitle(/ - Staging$/);
      expect(new URL(page.url()).search).toBe('?backend=Staging');
      await expect(name).toBeVisible();
    });

    await step('another order of the list leaves each backend its session', async () => {
      const document = `${atoll.url}/`;
      await page.route(document, async (route) => {
        const response = await route.fetch();
        const reverse = (_found: string, start: string, list: string) =>
          start +
          JSON.stringify(JSON.parse(list.replaceAll('&quot;', '"')).reverse()).replaceAll('"', '&quot;');
        const body = (await response.text()).replace(/(name="atoll-backends" content=")([^"]*)/, reverse);
        await route.fulfill({ response, body });
      });
      const sent = page.waitForRequest((request) => new URL(request.url()).pathname.includes('/api/'));
      await page.goto(`${document}#/settings`);
      expect(new URL((await sent).url()).pathname).toMatch(/^\/backends\/Production@/);
      expect((await sent).headers()['authorization']).toBe(await tokenOf(`atoll:Production:${SESSION_KEY}`));
      await expect(strip.getByRole('button', { name: 'Backend Production' })).toBeVisible();
      await expect(name).toBeVisible();
      await page.unroute(document);
    });

    await step('production asks for its name before a delete', async () => {
      await page.goto(`${atoll.url}/?backend=Production${recordsHash(posts.id).slice(1)}`);
      const screen = recordsScreen(page);
      await screen.row(record.id).getByRole('checkbox').press('Space');
      await page.getByRole('button', { name: /^Delete/ }).press('Enter');
      const yes = question.getByRole('button', { name: 'Yes' });
      const name = question.getByLabel('This is production. To confirm, type Production');
      await expect(yes).toBeDisabled();
      await name.press('Enter');
      await name.fill('production');
      await name.press('Enter');
      await expect(yes).toBeDisabled();
      await expectFitsSmall(page, question);
      await name.fill('Production');
      await name.press('Enter');
      await expect(screen.rows).toHaveCount(0);
      expect(production.sql(`SELECT id FROM ${posts.name}`)).toEqual([]);
      await expectFitsSmall(page, strip);
    });

    await step(
      'without its code, the question is one of the browser, and asks for the name too',
      async () => {
        const kept = await createRecord(production.api, posts.id, { title: 'kept' });
        await page.reload();
        expectedProblems.allow(
          /^response 404 GET \/assets\/ConfirmPopup\.[\w-]+\.js$/,
          /^console error: TypeError: Failed to fetch dynamically imported module: \/assets\/ConfirmPopup\.[\w-]+\.js$/,
        );
        await page.route('**/assets/ConfirmPopup*.js', (route) => route.fulfill({ status: 404, body: '' }));
        const screen = recordsScreen(page);
        const remove = page.getByRole('button', { name: /^Delete/ });
        const deleted = page.waitForEvent('requestfinished', (request) => request.method() === 'DELETE');
        await screen.row(kept.id).getByRole('checkbox').press('Space');
        for (const [typed, count] of [
          ['production', 1],
          ['Production', 0],
        ] as const) {
          const asked = page.waitForEvent('dialog');
          const pressed = remove.press('Enter');
          const dialog = await asked;
          expect(dialog.type()).toBe('prompt');
          expect(dialog.message()).toMatch(/^Do you really want [\s\S]*\n\nType Production to confirm\.$/);
          await dialog.accept(typed);
          await pressed;
          await expect(remove).toHaveCount(count);
          await expect.poll(() => production.sql(`SELECT id FROM ${posts.name}`).length).toBe(count);
        }
        // The event of the deleted record can arrive before the response.
        await deleted;
        await page.unroute('**/assets/ConfirmPopup*.js');
      },
    );

    await step('an unknown backend is named, and nothing is sent', async () => {
      const sent: string[] = [];
      // The page before may still send something.
      await page.goto('about:blank');
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await page.goto(`${atoll.url}/?backend=Nope#/collections`);
      const message = frame(page, 'not-found');
      await expect(message.getByRole('heading', { name: 'Unknown backend' })).toBeVisible();
      await expect(message).toContainText('There is no backend “Nope” here.');
      expect(sent.filter((path) => /^\/(api|backends|_)\//.test(path))).toEqual([]);
      await message.getByRole('link', { name: 'Production' }).press('Enter');
      await expect(page).toHaveTitle(/ - Production$/);
    });

    await step(
      'what is wrong with the list is said, in place of the page if it has no such backend',
      async () => {
        const [first] = list;
        const url = await addressInList(atoll.url, 'Staging');
        const wrong = JSON.stringify([{ ...first, url }, { name: '' }]).replaceAll('"', '&quot;');
        await page.route(
          ({ pathname }) => pathname === '/',
          async (route) => {
            const response = await route.fetch();
            const html = await response.text();
            const body = html.replace(/(name="atoll-backends" content=")[^"]*/, `$1${wrong}`);
            await route.fulfill({ response, body });
          },
        );
        const problem = /^A backend's name must have 1 to 40 letters, .*, not ""\.$/;
        await page.goto(`${atoll.url}/#/settings`);
        await expect(toasts(page, 'error')).toHaveText(problem);
        await expect(name).toBeVisible();
        await page.goto(`${atoll.url}/?backend=Nope#/collections`);
        await expect(page.getByRole('heading', { name: 'The list of backends is not valid' })).toBeVisible();
        await expect(frame(page, 'not-found')).toContainText("A backend's name must have 1 to 40 letters");
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      },
    );

    await step(
      '[TR-40] an open page asks to be reloaded when names have swapped their addresses',
      async () => {
        await page.goto(`${atoll.url}/?backend=Production#/settings`);
        await name.fill('Typed before');
        await atoll.stop();
        const swapped = [
          { ...list[0], url: production.url },
          { ...list[1], url: staging.url },
        ];
        const port = Number(new URL(atoll.url).port);
        atoll = await startAtoll({
          backendUrl: staging.url,
          port,
          env: { ATOLL_BACKENDS: JSON.stringify(swapped) },
        });
        expectedProblems.allow(/^response 421 (GET|PATCH) \/backends\/Production@\w+\/api\/settings$/);
        await page.getByRole('button', { name: 'Save changes' }).press('Enter');
        const toast = toasts(page, 'error');
        await expect(toast).toContainText('The list of backends was changed. Reload the page to go on.');
        await expect(name).toHaveValue('Typed before');
        for (const { api } of [staging, production])
          expect(await storedApplication({ api })).not.toMatchObject({ 'application.name': 'Typed before' });
        page.once('dialog', (dialog) => dialog.accept());
        await page.getByRole('button', { name: 'Reload' }).last().press('Enter');
        const login = loginScreen(page);
        await login.email.fill(staging.adminEmail);
        await login.password.fill(staging.adminPassword);
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Restore draft' }).press('Enter');
        await expect(name).toHaveValue('Typed before');
      },
    );
  } finally {
    await page.goto('about:blank');
    await atoll.stop();
    await production.stop();
  }
});

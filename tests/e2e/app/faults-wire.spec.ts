import type { Page } from '@playwright/test';
import { startAtoll } from '#tests/support/atoll.ts';
import { collectionEditor, openNew as openNewCollection } from '#tests/support/collections/editor.ts';
import { createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { type Fault, type FaultyBackend, startFaultyBackend } from '#tests/support/faulty-backend.ts';
import { expect, type Site, test } from '#tests/support/fixtures.ts';
import { has } from '#tests/support/lines.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { openNew } from '#tests/support/records/panel.ts';
import { frame, goToHash, toasts } from '#tests/support/screens.ts';
import { openApplication, storedApplication } from '#tests/support/settings/application.ts';
import { slowUploads } from '#tests/support/slow-uploads.ts';

const CUT: Fault = { kind: 'cut', framing: 'length' };
const HTML: Fault = { kind: 'replaced', body: '<!doctype html><p>Maintenance</p>', type: 'text/html' };
const BUSY: Fault = { kind: 'refused', status: 429, headers: { 'retry-after': '7' } };

/** Runs `work` with an Atoll whose connection to the backend can be broken. */
async function withFaultyWire(
  page: Page,
  { backend }: Pick<Site, 'backend'>,
  work: (site: Site, wire: FaultyBackend) => Promise<void>,
): Promise<void> {
  const wire = await startFaultyBackend(backend.url);
  const atoll = await startAtoll({ backendUrl: wire.url });
  try {
    await work({ backend, atoll }, wire);
  } finally {
    // It still fetches parts ahead.
    await page.close();
    await atoll.stop();
    await wire.stop();
  }
}

/** The screens that load data when they open, and a text that is there when they have. */
const SCREENS = [
  { name: 'logs', hash: '#/logs', shows: /Found \d+ logs?|No logs found/ },
  { name: 'settings-application', hash: '#/settings', shows: 'Application name' },
  { name: 'settings-mail', hash: '#/settings/mail', shows: 'Sender name' },
  { name: 'settings-storage', hash: '#/settings/storage', shows: 'Use S3 storage' },
  ...(has('hasSignInSettings')
    ? [
        { name: 'settings-auth-providers', hash: '#/settings/auth-providers', shows: 'Google' },
        { name: 'settings-tokens', hash: '#/settings/tokens', shows: 'Record tokens' },
      ]
    : []),
  ...(has('hasCrons') ? [{ name: 'settings-crons', hash: '#/settings/crons', shows: 'Next:' }] : []),
  { name: 'settings-backups', hash: '#/settings/backups', shows: 'No backups yet.' },
  { name: 'settings-admins', hash: '#/settings/admins', shows: /Total found: \d/ },
  { name: 'settings-export', hash: '#/settings/export-collections', shows: 'Select all' },
];

/** Clicks every 'Try again' until none is left. */
async function tryAgain(page: Page, screen: string): Promise<void> {
  const buttons = frame(page, screen).getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if ((await buttons.count()) > 0) await buttons.first().click({ timeout: 1000 });
    await expect(buttons).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 10_000 });
}

const INCOMPLETE = /^The response is incomplete or not from PocketBase\.$/;

test('responses that are cut, replaced or refused: every screen says so and loads when it is asked again', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^console warning: Failed to load the log stats\. .*$/,
    /^request failed GET \/api\/\S+ net::ERR_\w+$/,
    /^response 429 GET \/api\/\S+$/,
  );
  const name = uniqueName('shown');
  const { id } = await createCollection(backend.api, { name, fields: [field('title')] });
  await createRecords(backend.api, id, 2, (index) => ({ title: `row ${index}` }));
  await withFaultyWire(page, { backend }, async (site, wire) => {
    const { url } = site.atoll;
    await admin.signIn(page, site);
    await page.goto(`${url}/#/collections`);
    await expect(frame(page, 'collections').getByRole('link', { name })).toBeVisible();
    // The stats are loaded beside the list, and may fail after it.
    const warned = page.waitForEvent('console', (entry) =>
      entry.text().startsWith('Failed to load the log stats.'),
    );
    const expectFault = async (
      { name: screen, hash, shows }: (typeof SCREENS)[number],
      fault: Fault,
      message: RegExp,
    ) => {
      // The list that was left may still be connecting for its live updates.
      wire.fail(fault, ({ path }) => path !== '/api/realtime');
      await goToHash(page, hash);
      const part = frame(page, screen);
      await expect(part.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expect(toasts(page, 'error').last()).toHaveText(message);
      await warned;
      wire.heal();
      await tryAgain(page, screen);
      await expect(part.getByText(shows).first()).toBeVisible();
    };
    for (const screen of SCREENS)
      await step(`${screen.name}: cut`, () => expectFault(screen, CUT, INCOMPLETE));
    const [, settings, mail] = SCREENS;
    if (!settings || !mail) throw new Error('There are fewer screens.');
    await step('HTML with status 200', () => expectFault(settings, HTML, INCOMPLETE));
    await step('too many requests', () =>
      expectFault(mail, BUSY, /^Too many requests\. Wait 7 s, then try again\.$/),
    );

    wire.fail(CUT, ({ path }) => path.endsWith('/records'));
    await goToHash(page, recordsHash(id).replace(/^\//, ''));
    await expect(page.getByText('The records could not be loaded.')).toBeVisible();
    wire.heal();
    await tryAgain(page, 'collections');
    await expect(page.getByText('row 1', { exact: true })).toBeVisible();
  });
});

test('the backend killed during an upload: text and file stay, and the next save stores both once', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allowLostLive();
  expectedProblems.allow(
    /^(response 502|request failed) POST \/api\/collections\/\w+\/records( net::ERR_\w+)?$/,
  );
  const options = { maxSize: 50_000_000 };
  const { id } = await createCollection(backend.api, {
    name: uniqueName('uploads'),
    fields: [field('title'), field('video', 'file', options)],
  });
  await admin.signIn();
  const screen = await openNew(page, id);
  await screen.control('title').fill('kept');
  const buffer = Buffer.alloc(3_000_000, 7);
  await screen
    .field('video')
    .locator('input[type=file]')
    .setInputFiles({ name: 'film.bin', mimeType: 'application/octet-stream', buffer });
  const limit = await slowUploads(page);
  await limit(300_000);
  await screen.save.click();
  const progress = screen.panel.getByRole('progressbar');
  await expect
    .poll(() => progress.evaluate((bar) => (bar instanceof HTMLProgressElement ? bar.position : 0)))
    .toBeGreaterThan(0);
  await backend.kill();
  // A browser reads no response before it has sent everything.
  await limit(-1);
  await expect(toasts(page, 'error').first()).toBeVisible();
  await backend.restart();
  await expect(screen.control('title')).toHaveValue('kept');
  await expect(screen.panel.getByText('film.bin')).toBeVisible();
  await screen.save.click();
  await expect(toasts(page, 'success').last()).toContainText('Successfully created record.');
  const { items } = await backend.api.get<{ items: { title: string; video: string }[] }>(
    `/api/collections/${id}/records`,
  );
  expect(items).toMatchObject([{ title: 'kept', video: expect.stringMatching(/^film_\w+\.bin$/) }]);
});

test('the backend killed during the save of settings and of a new collection: nothing is lost or doubled', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allowLostLive();
  expectedProblems.allow(
    'response 502 PATCH /api/settings',
    'request failed POST /api/collections net::ERR_CONNECTION_RESET',
  );
  await admin.signIn();
  const { name, save } = await openApplication(page);
  await name.fill('Typed');
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'PATCH') await backend.kill();
    await route.continue();
  });
  await save.click();
  await expect(toasts(page, 'error')).toBeVisible();
  await page.unroute('**/api/settings');
  await expect(name).toHaveValue('Typed');
  await backend.restart();
  await save.click();
  await expect(toasts(page, 'success')).toHaveCount(1);
  expect(await storedApplication(backend)).toMatchObject({ 'application.name': 'Typed' });
  // The list would be loaded again when the page finds the backend back, perhaps just when it dies next.
  await expect(page.getByText("You're offline.")).toBeHidden();

  await goToHash(page, '#/collections');
  // Its requests would fail with the backend, too.
  await expect(page.getByText(/^Total found: \d/)).toBeVisible();
  const editor = await openNewCollection(page);
  await editor.name.fill('created_once');
  await editor.addField('Plain text', 'title');
  // The backend stores it and dies before it has answered.
  await page.route('**/api/collections', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await backend.kill();
    await route.abort('connectionreset');
  });
  await editor.save.click();
  await expect(toasts(page, 'error').last()).toContainText('can’t be reached');
  await expect(collectionEditor(page).name).toHaveValue('created_once');
  await page.unroute('**/api/collections');
  await backend.restart();
  await editor.save.click();
  await expect(toasts(page, 'success').last()).toContainText('Successfully created collection.');
  const { items } = await backend.api.get<{ items: { name: string }[] }>('/api/collections?perPage=200');
  expect(items.filter((one) => one.name === 'created_once')).toHaveLength(1);
});

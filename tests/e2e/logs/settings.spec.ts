import type { Page, Request, Route } from '@playwright/test';
import { atPaths, pathsOf } from '#domain/app/settings-fields.ts';
import type { Logs } from '#domain/backend/settings.ts';
import { LOG_SETTINGS } from '#domain/logs/settings.ts';
import { toStamp } from '#scripts/lib/bulk.ts';
import type { Backend } from '#tests/support/backend.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { has, REFUSED_SETTINGS } from '#tests/support/lines.ts';
import { changeLogSettings, requestLog } from '#tests/support/logs/entries.ts';
import { isListRequest, isStatsRequest, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { openSettings, settingsButton, settingsPopup } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { gate } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';
import { collectSaves } from '#tests/support/settings/saves.ts';
import { rawSettings, storedSettings } from '#tests/support/settings/stored.ts';
import { settingsBody } from '#wire/save-settings.ts';

const isSettings = (url: URL): boolean => url.pathname === '/api/settings';
const isSave = (request: Request): boolean =>
  request.method() === 'PATCH' && isSettings(new URL(request.url()));

/** All that a save sends, with these values. */
const logsAt = (values: Partial<Logs>) =>
  atPaths('logs', { ...(has('limitsLogData') && { hasAccounts: false, maxDataSize: 0 }), ...values });
const storedLogs = ({ api }: Backend) => storedSettings(api, pathsOf(LOG_SETTINGS));

/** Answers the next request that saves settings. */
async function answerSave(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  let isAnswered = false;
  await page.route(isSettings, (route) => {
    if (isAnswered || !isSave(route.request())) return route.fallback();
    isAnswered = true;
    return answer(route);
  });
}

/** Older and younger entries at the level that the backend keeps; the requests of the test are below it. */
const AGES = [10, 8, 6, 3, 1];
const DAY = 86_400_000;

async function showStored(page: Page): Promise<void> {
  const { popup, days, minLevel, addresses, note } = settingsPopup(page);
  const loaded = page.waitForRequest((request) => isSettings(new URL(request.url())));
  await openSettings(page);
  expect((await loaded).method()).toBe('GET');
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Logs settings');
  await expect(days).toHaveValue('30');
  await expect(minLevel).toHaveValue('100');
  await expect(addresses).toBeChecked();
  for (const field of [days, minLevel]) await expect(field).toHaveJSProperty('required', true);
  await expect(minLevel).toHaveAttribute('aria-valuemin', '-100');
  await expect(minLevel).toHaveAttribute('aria-valuemax', '100');
  await expect(await note(days)).toHaveText('Set to 0 to disable logs persistence.');
  const help = await note(minLevel);
  await expect(help).toContainText('Logs with level below the minimum will be ignored.');
  await expect(help).toContainText('Default log levels:');
  await expect(help.locator('code')).toHaveText(['-4:DEBUG', '0:INFO', '4:WARN', '8:ERROR']);
}

async function closeWithoutQuestion(page: Page): Promise<void> {
  const { popup, days, minLevel, addresses, save, cancel } = settingsPopup(page);
  await expect(save).toBeDisabled();
  await days.fill('9');
  await expect(save).toBeEnabled();
  await days.fill('30');
  await expect(save).toBeDisabled();
  await addresses.click();
  await minLevel.fill('4');
  await page.keyboard.press('Escape');
  await expect(popup).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(settingsButton(page)).toBeFocused();
  await openSettings(page);
  await expect(minLevel).toHaveValue('100');
  await expect(addresses).toBeChecked();
  await expect(save).toBeDisabled();
  await cancel.click();
  await expect(popup).toHaveCount(0);
  await openSettings(page);
}

async function stopAtLimits(page: Page): Promise<void> {
  const { popup, days, minLevel, save } = settingsPopup(page);
  for (const [field, refused, accepted] of [
    [minLevel, '-101', '-100'],
    [minLevel, '101', '100'],
    [minLevel, '', '8'],
    [days, '-1', '0'],
    [days, '', '7'],
  ] as const) {
    await field.fill(refused);
    await save.click();
    await expect(field).toBeFocused();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    await field.fill(accepted);
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
  }
  await expect(popup).toBeVisible();
}

async function saveOnce(page: Page, backend: Backend, saves: unknown[]): Promise<void> {
  const { popup, days, minLevel, addresses, save } = settingsPopup(page);
  await minLevel.fill('100');
  await days.fill('7');
  await expect(popup.getByText('Saving deletes 2 logs for good.')).toBeVisible();
  await addresses.click();
  const answer = gate();
  await page.route(isSettings, async (route) => {
    await answer.opened;
    await route.continue();
  });
  const reloads = Promise.all([page.waitForRequest(isListRequest), page.waitForRequest(isStatsRequest)]);
  await minLevel.press('Enter');
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  // A second press while the first is sent does nothing.
  await minLevel.press('Enter');
  answer.open();
  await expect(popup).toHaveCount(0);
  await reloads;
  await expect(toasts(page)).toHaveText(['Successfully saved logs settings.']);
  await expect(settingsButton(page)).toBeFocused();
  const changed = logsAt({ days: 7, minLevel: 100, hasAddresses: false });
  expect(saves).toEqual([changed]);
  expect(await storedLogs(backend)).toEqual(changed);
  await page.unroute(isSettings);
}

async function mergeOthers(page: Page, backend: Backend): Promise<void> {
  const { popup, days, minLevel, save } = settingsPopup(page);
  await openSettings(page);
  await changeLogSettings(backend, { days: 30, minLevel: 8 });
  await minLevel.fill('4');
  await save.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Min log level: Another administrator changed this to “8”.');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(popup).toHaveCount(0);
  expect(await storedLogs(backend)).toEqual(logsAt({ days: 30, minLevel: 4, hasAddresses: false }));
  await openSettings(page);
  await expect(days).toHaveValue('30');
}

async function refuseValues(page: Page, backend: Backend): Promise<void> {
  const { popup, days, minLevel, addresses, save, note } = settingsPopup(page);
  // The real backend refuses a negative number of days, which only a changed page can send.
  await popup.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
  await days.fill('-2');
  await minLevel.fill('5');
  await save.click();
  await expect(toasts(page, 'error').last()).toHaveText(REFUSED_SETTINGS);
  await expect(await note(days)).toHaveText('Must be no less than 0.');
  await expect(days).toHaveAttribute('aria-invalid', 'true');
  await days.fill('6');
  await expect(await note(days)).toHaveText('Set to 0 to disable logs persistence.');
  // By the names of the backend.
  const sent = settingsBody(logsAt({ minLevel: 5, hasAddresses: true }), rawSettings({}));
  const wrong = (_name: string, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean'
      ? { code: 'x', message: `No such ${typeof value}.` }
      : value;
  const data = JSON.parse(JSON.stringify(sent, wrong));
  const refused = { code: 400, message: 'Not possible.', data };
  await answerSave(page, (route) => route.fulfill({ status: 400, json: refused }));
  await save.press('Enter');
  await expect(toasts(page, 'error').last()).toHaveText('Not possible.');
  await expect(await note(minLevel)).toHaveText('No such number.');
  await expect(await note(addresses)).toHaveText('No such boolean.');
  await expect(popup).toBeVisible();
  expect(await storedLogs(backend)).toMatchObject(logsAt({ days: 30 }));
}

async function surviveFailures(page: Page): Promise<void> {
  const { popup, days, save } = settingsPopup(page);
  const error = (message: string) => toasts(page, 'error').filter({ hasText: message });
  await days.fill('0');
  // Before saving, the values of other administrators are loaded.
  await page.route(isSettings, (route) => failWith(route, 'Broken.'), { times: 1 });
  // The messages lie over the buttons of the popup, so these are pressed with the keyboard.
  await save.press('Enter');
  await expect(error('Broken.')).toHaveCount(1);
  const answer = gate();
  await answerSave(page, async (route) => {
    await answer.opened;
    await route.abort();
  });
  await save.press('Enter');
  await popup.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(toasts(page, 'warning')).toHaveText([
    'Stopped waiting. Your changes may still have been saved.',
  ]);
  await expect(days).toHaveValue('0');
  answer.open();
  const off = page.getByText('The log is off: “Max days retention” is 0 in the logs settings.');
  await expect(off).toHaveCount(0);
  await save.press('Enter');
  await expect(popup).toHaveCount(0);
  await expect(off).toBeVisible();
}

async function loadAgain(page: Page): Promise<void> {
  const { popup, save, cancel } = settingsPopup(page);
  await page.route(isSettings, (route) => failWith(route, 'Nothing to read.'), { times: 1 });
  await settingsButton(page).click();
  await expect(popup).toContainText('The settings could not be loaded.');
  await expect(toasts(page, 'error').last()).toHaveText('Nothing to read.');
  await expect(save).toBeDisabled();
  await popup.getByRole('button', { name: 'Try again' }).click();
  await expect(settingsPopup(page).days).toBeVisible();
  await cancel.press('Enter');
  await expect(popup).toHaveCount(0);
}

test('the settings of the logs are shown, refused, saved and merged', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    'response 500 GET /api/settings',
    'response 400 PATCH /api/settings',
    'request failed PATCH /api/settings net::ERR_ABORTED',
  );
  await onlyLogs(
    backend,
    AGES.map((age) => requestLog({}, { level: 100, created: toStamp(Date.now() - age * DAY - 1000) })),
  );
  await changeLogSettings(backend, { days: 30, hasAddresses: true });
  await admin.signIn();
  const saves = collectSaves(page, pathsOf(LOG_SETTINGS));
  await page.goto(logsHash());
  await expect(logsScreen(page).found).toBeVisible();
  await step('[LS-01] the popup shows the stored values', () => showStored(page));
  await step('[LS-02][LS-06][UI-02][UI-04] it closes without asking', () => closeWithoutQuestion(page));
  await step('[LS-03] the browser stops values outside the limits', () => stopAtLimits(page));
  await step('[LS-04] saving sends all three, and says what it deletes', () =>
    saveOnce(page, backend, saves),
  );
  await step('values of another administrator stay, or are asked about', () => mergeOthers(page, backend));
  await step('[LS-05] refused values stay in the open popup', () => refuseValues(page, backend));
  await step('values survive a failing and a slow save; 0 days keep no log', () => surviveFailures(page));
  await step('settings that could not be loaded are loaded again', () => loadAgain(page));
});

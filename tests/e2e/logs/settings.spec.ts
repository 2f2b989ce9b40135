import type { Page, Request, Route } from '@playwright/test';
import { toStamp } from '#scripts/lib/bulk.ts';
import type { Backend } from '#tests/support/backend.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { changeLogSettings, requestLog } from '#tests/support/logs/entries.ts';
import { isListRequest, isStatsRequest, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { openSettings, settingsButton, settingsPopup } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { gate } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';

const DEFAULTS = { maxDays: 5, minLevel: 0, logIp: true };
const isSettings = (url: URL): boolean => url.pathname === '/api/settings';
const isSave = (request: Request): boolean =>
  request.method() === 'PATCH' && isSettings(new URL(request.url()));

async function storedSettings(backend: Backend): Promise<unknown> {
  return (await backend.api.get<{ logs: unknown }>('/api/settings')).logs;
}

/** Answers the next request that saves settings. */
async function answerSave(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  let isAnswered = false;
  await page.route(isSettings, (route) => {
    if (isAnswered || !isSave(route.request())) return route.fallback();
    isAnswered = true;
    return answer(route);
  });
}

/** Answers the next request to the settings with an error. */
const failOnce = (page: Page, message: string) =>
  page.route(isSettings, (route) => failWith(route, message), {
    times: 1,
  });

test.beforeEach(async ({ backend, admin }) => {
  await changeLogSettings(backend, DEFAULTS);
  await admin.signIn();
});

test('[LS-01][LS-02][LS-03][LS-04][LS-06][UI-02][UI-04] the popup shows the stored values, closes without asking, and saves', async ({
  page,
  backend,
  checkScreen,
}) => {
  const saves = collectBodies(page);
  await page.goto(logsHash());
  await expect(logsScreen(page).found).toBeVisible();
  const { popup, maxDays, minLevel, logIp, save, cancel, note } = settingsPopup(page);

  await test.step('the stored values, with their limits and help', async () => {
    const loaded = page.waitForRequest((request) => isSettings(new URL(request.url())));
    await openSettings(page);
    expect((await loaded).method()).toBe('GET');
    await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Logs settings');
    await expect(maxDays).toHaveValue('5');
    await expect(minLevel).toHaveValue('0');
    await expect(logIp).toBeChecked();
    for (const field of [maxDays, minLevel]) await expect(field).toHaveJSProperty('required', true);
    await expect(minLevel).toHaveAttribute('aria-valuemin', '-100');
    await expect(minLevel).toHaveAttribute('aria-valuemax', '100');
    await expect(await note(maxDays)).toHaveText('Set to 0 to disable logs persistence.');
    const help = await note(minLevel);
    await expect(help).toContainText('Logs with level below the minimum will be ignored.');
    await expect(help).toContainText('Default log levels:');
    await expect(help.locator('code')).toHaveText(['-4:DEBUG', '0:INFO', '4:WARN', '8:ERROR']);
    await checkScreen('[role=dialog]');
  });

  await test.step('it can be saved with changes only, and closes without asking', async () => {
    await expect(save).toBeDisabled();
    await maxDays.fill('9');
    await expect(save).toBeEnabled();
    await maxDays.fill('5');
    await expect(save).toBeDisabled();
    await logIp.click();
    await minLevel.fill('4');
    await expect(save).toBeEnabled();

    await expect(minLevel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popup).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(settingsButton(page)).toBeFocused();

    await openSettings(page);
    await expect(minLevel).toHaveValue('0');
    await expect(logIp).toBeChecked();
    await expect(save).toBeDisabled();
    await cancel.focus();
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(settingsButton(page)).toBeFocused();
  });

  await test.step('it fits a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openSettings(page);
    const box = await popup.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(await popup.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await checkScreen('[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the browser stops values outside the limits, and empty ones', async () => {
    const values = [
      [minLevel, '-101', '-100'],
      [minLevel, '101', '100'],
      [minLevel, '', '8'],
      [maxDays, '-1', '0'],
      [maxDays, '', '7'],
    ] as const;
    for (const [field, refused, accepted] of values) {
      await field.fill(refused);
      await save.click();
      await expect(field).toBeFocused();
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
      await field.fill(accepted);
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
    }
    await expect(popup).toBeVisible();
    expect(saves).toEqual([]);
  });

  await test.step('saving sends all three, closes, tells it and loads list and chart again', async () => {
    await maxDays.fill('9');
    await minLevel.fill('-4');
    await logIp.click();
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
    const changed = { maxDays: 9, minLevel: -4, logIp: false };
    expect(saves).toEqual([{ logs: changed }]);
    expect(await storedSettings(backend)).toEqual(changed);
    await page.unroute(isSettings);
  });

  await test.step('a value that another administrator saved meanwhile stays, and one that both changed asks', async () => {
    saves.length = 0;
    await openSettings(page);
    await changeLogSettings(backend, { maxDays: 30, minLevel: 8 });
    await minLevel.fill('4');
    await save.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Min log level: Another administrator changed this to “8”.');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(popup).toHaveCount(0);
    const merged = { maxDays: 30, minLevel: 4, logIp: false };
    expect(saves).toEqual([{ logs: merged }]);
    expect(await storedSettings(backend)).toEqual(merged);
    await openSettings(page);
    await expect(maxDays).toHaveValue('30');
  });
});

test('[LS-05] refused values and failing requests keep what was typed', async ({
  page,
  backend,
  expectedProblems,
}) => {
  await page.goto(logsHash());
  await expect(logsScreen(page).found).toBeVisible();
  const { popup, maxDays, minLevel, logIp, save, cancel, note } = settingsPopup(page);
  const error = (message: string) => toasts(page, 'error').filter({ hasText: message });

  await test.step('settings that cannot be loaded are loaded again on request, and a slow response can be cancelled', async () => {
    expectedProblems.allow('response 500 GET /api/settings');
    await failOnce(page, 'Nothing to read.');
    await settingsButton(page).click();
    await expect(popup).toContainText('The settings could not be loaded.');
    await expect(toasts(page, 'error')).toHaveText(['Nothing to read.']);
    await expect(save).toBeDisabled();
    const answer = gate();
    await page.route(
      isSettings,
      async (route) => {
        await answer.opened;
        await route.continue().catch(() => {});
      },
      { times: 1 },
    );
    await popup.getByRole('button', { name: 'Try again' }).click();
    await expect(popup.getByText('Loading...')).toBeVisible();
    await cancel.click();
    await expect(popup).toHaveCount(0);
    await expect(toasts(page, 'warning')).toHaveCount(0);
    answer.open();
  });

  await test.step('refused values stay in the open popup, each with the message of the server', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    await openSettings(page);
    await expect(maxDays).toHaveValue('5');
    // The real backend refuses a negative number of days, which only a changed page can send.
    await popup.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
    await maxDays.fill('-2');
    await minLevel.fill('4');
    await save.click();
    await expect(toasts(page, 'error').last()).toHaveText(
      'Something went wrong while processing your request.',
    );
    await expect(await note(maxDays)).toHaveText('Must be no less than 0.');
    await expect(maxDays).toHaveAttribute('aria-invalid', 'true');
    await expect(maxDays).toHaveValue('-2');
    await maxDays.fill('6');
    await expect(await note(maxDays)).toHaveText('Set to 0 to disable logs persistence.');

    const refused = {
      code: 400,
      message: 'Not possible.',
      data: {
        logs: Object.fromEntries(
          ['minLevel', 'logIp'].map((name) => [name, { code: 'x', message: `No such ${name}.` }]),
        ),
      },
    };
    await answerSave(page, (route) => route.fulfill({ status: 400, json: refused }));
    await save.click();
    await expect(toasts(page, 'error').last()).toHaveText('Not possible.');
    await expect(await note(minLevel)).toHaveText('No such minLevel.');
    await expect(await note(logIp)).toHaveText('No such logIp.');
    await expect(popup).toBeVisible();
    expect(await storedSettings(backend)).toEqual(DEFAULTS);
    await save.click();
    await expect(popup).toHaveCount(0);
    expect(await storedSettings(backend)).toEqual({ ...DEFAULTS, maxDays: 6, minLevel: 4 });
  });

  await test.step('values that were typed survive a failing and a slow save', async () => {
    expectedProblems.allow('request failed PATCH /api/settings net::ERR_ABORTED');
    expectedProblems.allow('response 500 PATCH /api/settings');
    await openSettings(page);
    // The messages above lie over the buttons of the popup, so these are pressed with the keyboard.
    await maxDays.fill('12');
    // Before saving, the values of other administrators are loaded.
    await failOnce(page, 'Broken.');
    await save.press('Enter');
    await expect(error('Broken.')).toHaveCount(1);
    await answerSave(page, (route) => failWith(route, 'Broken too.'));
    await save.press('Enter');
    await expect(error('Broken too.')).toHaveCount(1);
    await expect(maxDays).toHaveValue('12');

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
    await expect(popup).toBeVisible();
    await expect(maxDays).toHaveValue('12');
    await expect(save).toBeEnabled();
    answer.open();
    await save.press('Enter');
    await expect(popup).toHaveCount(0);
    expect(await storedSettings(backend)).toEqual({ ...DEFAULTS, maxDays: 12, minLevel: 4 });
  });
});

test('[LS-01] stricter settings say what a save deletes, and the screen says that 0 days keep no log', async ({
  page,
  backend,
  checkScreen,
}) => {
  const DAY = 86_400_000;
  // At the level that the backend keeps; the requests of this test are below it.
  await onlyLogs(
    backend,
    [10, 8, 6, 3, 1].map((age) =>
      requestLog({}, { level: 100, created: toStamp(Date.now() - age * DAY - 1000) }),
    ),
  );
  await changeLogSettings(backend, { maxDays: 30 });
  await page.goto(logsHash());
  await expect(logsScreen(page).found).toBeVisible();
  const off = page.getByText('The log is off: “Max days retention” is 0 in the logs settings.');
  await expect(off).toHaveCount(0);
  const { popup, maxDays, save } = settingsPopup(page);
  await openSettings(page);
  await maxDays.fill('7');
  await expect(popup.getByText('Saving deletes 2 logs for good.')).toBeVisible();
  await checkScreen();
  await maxDays.fill('0');
  await expect(popup.getByText('Saving deletes 5 logs for good.')).toBeVisible();
  await save.press('Enter');
  await expect(popup).toHaveCount(0);
  await expect(off).toBeVisible();
  await checkScreen();
});

import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { appSidebar, frame, loginScreen } from '#tests/support/screens.ts';

/** It stands in a small page, with the style rules of the first screens. */
async function expectSmallSignIn(page: Page): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/#/login');
  await expect(loginScreen(page).email).toBeFocused();
  await expect(page.locator('[data-frame=login] astro-island[ssr]')).toHaveCount(0);
  const { elements, rules } = await page.evaluate(() => {
    const count = (list: CSSRuleList): number =>
      [...list].reduce(
        (sum, rule) =>
          sum +
          Number(rule instanceof CSSStyleRule) +
          ('cssRules' in rule ? count(rule.cssRules as CSSRuleList) : 0),
        0,
      );
    return {
      elements: document.querySelectorAll('*').length,
      rules: [...document.styleSheets].reduce((sum, { cssRules }) => sum + count(cssRules), 0),
    };
  });
  expect(elements).toBeLessThanOrEqual(120);
  expect(rules).toBeGreaterThan(100);
  expect(rules).toBeLessThanOrEqual(900);
  expect(asked.filter((path) => /\.(txt|css)$/.test(path))).toEqual([]);
}

test('the frame of a screen arrives with its first visit; one that can’t be fetched says so', async ({
  page,
  admin,
  step,
  expectedProblems,
}) => {
  await step('the sign-in is small', () => expectSmallSignIn(page));
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.txt')) files.push(request.url());
  });
  const open = (name: string) => appSidebar(page).getByRole('link', { name }).click();
  const notice = page.locator('[data-notice]');
  const logs = '**/assets/logs.*.txt';
  await admin.signIn();
  await page.goto('/#/settings');
  await expect(
    frame(page, 'settings-application').getByRole('button', { name: 'Save changes' }),
  ).toBeVisible();

  await step('the pages of the settings share one sidebar', async () => {
    await page.getByRole('link', { name: 'Mail settings' }).click();
    await expect(frame(page, 'settings-mail')).toBeFocused();
    await expect(frame(page, 'settings-application')).toBeHidden();
    const links = page.getByRole('navigation', { name: 'Settings' });
    await expect(links).toHaveCount(1);
    await expect(links.locator('[aria-current]')).toHaveText('Mail settings');
    await page.goBack();
    await expect(frame(page, 'settings-application')).toBeFocused();
    await page.goForward();
    await expect(frame(page, 'settings-mail')).toBeFocused();
    expect(files).toHaveLength(2);
  });

  await step('a host that sends its page for a missing file adds nothing', async () => {
    await page.route(logs, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<section data-frame="logs">Page</section>' }),
    );
    await open('Logs');
    await expect(notice).toBeVisible();
    await expect(frame(page, 'logs')).toHaveCount(0);
    await expect(frame(page, 'settings-mail')).toBeHidden();
    await page.unroute(logs);
  });

  await step('a file that arrives after its screen was left changes nothing', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(logs, async (route) => {
      await held;
      await route.continue();
    });
    await open('Settings');
    await expect(frame(page, 'settings-application')).toBeFocused();
    await open('Logs');
    await expect(frame(page, 'settings-application')).toBeHidden();
    await page.goBack();
    release();
    await expect(notice).toBeHidden();
    await expect(frame(page, 'settings-application')).toBeFocused();
    await expect(frame(page, 'logs')).toHaveCount(0);
  });

  await step('the next visit shows it at once', async () => {
    await open('Logs');
    await expect(frame(page, 'logs')).toBeFocused();
    await expect(frame(page, 'logs').getByRole('heading', { level: 1 })).toBeVisible();
  });

  await step('a screen works without the style sheets', async () => {
    expectedProblems.allow(/^response 404 GET \/assets\/(icons|late)\.[\w-]+\.css$/);
    await page.route('**/assets/*.css', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/#/settings/mail');
    await page.reload();
    await expect(notice).toBeVisible();
    await expect(frame(page, 'settings-mail').getByRole('button', { name: 'Send test email' })).toBeVisible();
  });
});

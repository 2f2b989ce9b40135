import { expect, test } from '#tests/support/fixtures.ts';
import { frame, NOT_CLOSED, visitSignInEnd } from '#tests/support/screens.ts';

for (const { outcome, title, text } of [
  {
    outcome: 'success',
    title: 'Auth completed.',
    text: 'You can close this window and go back to the app.',
  },
  {
    outcome: 'failure',
    title: 'Auth failed.',
    text: 'You can close this window and go back to the app to try again.',
  },
]) {
  test(`[PU-07] the end of a sign-in with ${outcome} shows a message and closes its window`, async ({
    page,
    axe,
    expectedProblems,
  }) => {
    expectedProblems.allow(NOT_CLOSED);
    await visitSignInEnd(page, () => page.goto(`/#/auth/oauth2-redirect-${outcome}`));
    const screen = frame(page, `oauth2-${outcome}`);
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(screen.getByText(text, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Atoll');
    await axe();
    const opened = page.waitForEvent('popup');
    await page.evaluate((hash) => void window.open(`./?app#${hash}`), `/auth/oauth2-redirect-${outcome}`);
    const popup = await opened;
    if (!popup.isClosed()) await popup.waitForEvent('close');
    expect(popup.isClosed()).toBe(true);
  });
}

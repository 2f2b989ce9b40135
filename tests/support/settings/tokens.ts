import type { Locator, Page } from '@playwright/test';
import { frame } from '#tests/support/screens.ts';

/** The keys of the tokens in the settings, in the order of the page. */
export const TOKENS = [
  'recordAuthToken',
  'recordVerificationToken',
  'recordPasswordResetToken',
  'recordEmailChangeToken',
  'recordFileToken',
  'adminAuthToken',
  'adminPasswordResetToken',
  'adminFileToken',
] as const;

/** The page 'Token options'. */
export function tokensScreen(page: Page) {
  const screen = frame(page, 'settings-tokens');
  return {
    screen,
    group: (name: string): Locator => screen.getByRole('region', { name, exact: true }),
    duration: (token: string): Locator => screen.locator(`input[name="${token}.duration"]`),
    /** The buttons that invalidate, in the order of {@link TOKENS}. */
    invalidate: screen.getByRole('button', { name: /^Invalidate all previously issued tokens/ }),
    save: screen.getByRole('button', { name: 'Save changes' }),
    cancel: screen.getByRole('button', { name: 'Cancel' }),
  };
}

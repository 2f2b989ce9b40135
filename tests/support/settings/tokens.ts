import type { Locator, Page } from '@playwright/test';
import type { TokenName } from '#domain/backend/settings.ts';
import { frame } from '#tests/support/screens.ts';

/** In the order of the page. */
export const TOKENS = [
  'recordAuth',
  'recordVerification',
  'recordPasswordReset',
  'recordEmailChange',
  'recordFile',
  'adminAuth',
  'adminPasswordReset',
  'adminFile',
] as const satisfies readonly TokenName[];

/** The page 'Token options'. */
export function tokensScreen(page: Page) {
  const screen = frame(page, 'settings-tokens');
  return {
    screen,
    group: (name: string): Locator => screen.getByRole('region', { name, exact: true }),
    duration: (token: TokenName): Locator => screen.locator(`input[name="tokens.${token}.duration"]`),
    /** The buttons that invalidate, in the order of {@link TOKENS}. */
    invalidate: screen.getByRole('button', { name: /^Invalidate all previously issued tokens/ }),
    save: screen.getByRole('button', { name: 'Save changes' }),
    cancel: screen.getByRole('button', { name: 'Cancel' }),
  };
}

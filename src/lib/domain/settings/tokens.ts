import { countText } from '#domain/app/count-text.ts';
import { atPaths, numberField, secretField } from '#domain/app/settings-fields.ts';
import type { TokenName } from '#domain/backend/settings.ts';

const token = <Name extends TokenName>(name: Name, title: string) =>
  atPaths(`tokens.${name}`, {
    duration: numberField(`${title} duration (in seconds)`),
    secret: secretField('Invalidate all previously issued tokens'),
  });

export const TOKEN_FIELDS = {
  ...token('recordAuth', 'Auth record authentication token'),
  ...token('recordVerification', 'Auth record email verification token'),
  ...token('recordPasswordReset', 'Auth record password reset token'),
  ...token('recordEmailChange', 'Auth record email change token'),
  ...token('recordFile', 'Records protected file access token'),
  ...token('adminAuth', 'Admins auth token'),
  ...token('adminPasswordReset', 'Admins password reset token'),
  ...token('adminFile', 'Admins protected file access token'),
} as const;

export const TOKEN_GROUPS = [
  {
    heading: 'Record tokens',
    tokens: ['recordAuth', 'recordVerification', 'recordPasswordReset', 'recordEmailChange', 'recordFile'],
  },
  { heading: 'Admin tokens', tokens: ['adminAuth', 'adminPasswordReset', 'adminFile'] },
] as const satisfies readonly { readonly heading: string; readonly tokens: readonly TokenName[] }[];

export const TOKEN_TEXTS = {
  intro: 'Adjust common token options.',
  saved: 'Successfully saved tokens options.',
  invalidatesOwn: 'Signs out every administrator, you too, as soon as you save.',
  signInAgain: 'All administrators were signed out. Please sign in again.',
} as const;

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** '1 day 30 minutes'; '' where that says nothing more. */
export function describeDuration(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isSafeInteger(seconds) || seconds < 60) return '';
  let rest = seconds;
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count === 0 ? '' : countText(count, unit, `${unit}s`);
  });
  return parts.filter(Boolean).join(' ');
}

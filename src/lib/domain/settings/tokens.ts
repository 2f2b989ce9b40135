import { countText } from '#domain/app/count-text.ts';
import { atPaths, numberField, secretField } from '#domain/app/settings-fields.ts';

const token = <Token extends string>(name: Token, title: string) =>
  atPaths(name, {
    duration: numberField(`${title} duration (in seconds)`),
    secret: secretField('Invalidate all previously issued tokens'),
  });

/** Durations in seconds, and the secrets that sign the tokens. */
export const TOKEN_FIELDS = {
  ...token('recordAuthToken', 'Auth record authentication token'),
  ...token('recordVerificationToken', 'Auth record email verification token'),
  ...token('recordPasswordResetToken', 'Auth record password reset token'),
  ...token('recordEmailChangeToken', 'Auth record email change token'),
  ...token('recordFileToken', 'Records protected file access token'),
  ...token('adminAuthToken', 'Admins auth token'),
  ...token('adminPasswordResetToken', 'Admins password reset token'),
  ...token('adminFileToken', 'Admins protected file access token'),
} as const;

export const TOKEN_GROUPS = [
  {
    heading: 'Record tokens',
    tokens: [
      'recordAuthToken',
      'recordVerificationToken',
      'recordPasswordResetToken',
      'recordEmailChangeToken',
      'recordFileToken',
    ],
  },
  { heading: 'Admin tokens', tokens: ['adminAuthToken', 'adminPasswordResetToken', 'adminFileToken'] },
] as const;

export const TOKEN_SECRET_LENGTH = 50;

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

import { countText } from '#domain/app/count-text.ts';
import { numberField, secretField } from '#domain/app/settings-fields.ts';

const duration = (token: string) => numberField(`${token} duration (in seconds)`);
const secret = secretField('Invalidate all previously issued tokens');

/** The fields of the page 'Token options': durations in seconds, and the secrets that sign the tokens. */
export const TOKEN_FIELDS = {
  'recordAuthToken.duration': duration('Auth record authentication token'),
  'recordAuthToken.secret': secret,
  'recordVerificationToken.duration': duration('Auth record email verification token'),
  'recordVerificationToken.secret': secret,
  'recordPasswordResetToken.duration': duration('Auth record password reset token'),
  'recordPasswordResetToken.secret': secret,
  'recordEmailChangeToken.duration': duration('Auth record email change token'),
  'recordEmailChangeToken.secret': secret,
  'recordFileToken.duration': duration('Records protected file access token'),
  'recordFileToken.secret': secret,
  'adminAuthToken.duration': duration('Admins auth token'),
  'adminAuthToken.secret': secret,
  'adminPasswordResetToken.duration': duration('Admins password reset token'),
  'adminPasswordResetToken.secret': secret,
  'adminFileToken.duration': duration('Admins protected file access token'),
  'adminFileToken.secret': secret,
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

/** Length of a generated secret. */
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

/** A number of seconds in larger units, '1 day 30 minutes'; '' where that says nothing more. */
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

import { isObject, members, ownOf, text } from '#domain/app/lenient.ts';
import type { Audience, RateRule } from '#domain/backend/settings.ts';
import type { ListWords, SettingNames } from '../both/setting-names.ts';

const AUDIENCES: Readonly<Record<string, Audience>> = { '@guest': 'guests', '@auth': 'users' };
const audienceKey = (audience: Audience): string =>
  Object.keys(AUDIENCES).find((key) => AUDIENCES[key] === audience) ?? '';

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** All keys are sent: the versions before 0.40 complete a rule from the one that stood in its place. */
const rules: ListWords = {
  read: (stored): RateRule => {
    const { label, audience, duration, maxRequests, ...more } = members(stored);
    return {
      label: text(label),
      audience: ownOf(AUDIENCES, text(audience)) ?? 'everybody',
      requests: numberIn(maxRequests),
      seconds: numberIn(duration),
      more,
    };
  },
  write: ({ label, audience, requests = 0, seconds = 0, more }: RateRule) => ({
    ...(isObject(more) ? more : {}),
    ...{ label, audience: audienceKey(audience), duration: seconds, maxRequests: requests },
  }),
  members: { duration: 'seconds', maxRequests: 'requests' },
};

/** Of 0.23 and newer: templates, tokens and providers belong to collections. */
export const names: SettingNames = {
  sections: {
    application: 'meta',
    'mail.sender': 'meta',
    storage: 's3',
    'backups.storage': 'backups.s3',
    proxy: 'trustedProxy',
    administrators: '',
  },
  members: {
    'application.name': 'appName',
    'application.url': 'appURL',
    'application.accent': 'accentColor',
    'mail.sender.name': 'senderName',
    'mail.sender.address': 'senderAddress',
    'administrators.addresses': 'superuserIPs',
    hidesControls: 'hideControls',
    isEnabled: 'enabled',
    isTlsOnly: 'tls',
    usesPaths: 'forcePathStyle',
    schedule: 'cron',
    keep: 'cronMaxKeep',
    days: 'maxDays',
    hasAddresses: 'logIP',
    hasAccounts: 'logAuthId',
    usesFirst: 'useLeftmostIP',
    exempt: 'excludedIPs',
  },
  lists: { 'rateLimits.rules': rules },
};

/* What each auth collection of PocketBase 0.23 and newer has for itself: only its editor reads it. */
import { flag, list, members, text } from '#domain/app/lenient.ts';
import type { Collection, OwnAuthOptions } from '#domain/backend/collection.ts';
import { isKept, type Provider, type Token } from '#domain/backend/settings.ts';
import { type Codec, numberOrNull, one, readAll } from '../codec.ts';

/** By what they are for; each is the member of that name with `Token`. */
const TOKENS = ['auth', 'passwordReset', 'emailChange', 'verification', 'file'];
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  verification: ['verificationTemplate'],
  passwordReset: ['resetPasswordTemplate'],
  emailChange: ['confirmEmailChangeTemplate'],
  oneTimePassword: ['otp', 'emailTemplate'],
  alert: ['authAlert', 'emailTemplate'],
};

/** No version tells whether there is one. */
const secret = { kept: 'unknown' } as const;

const PROVIDER: readonly Codec<Provider & { readonly name: string }>[] = [
  one('name', 'name', text),
  one('clientId', 'clientId', text),
  one(
    'clientSecret',
    'clientSecret',
    () => secret,
    (value) => (isKept(value) ? undefined : value),
  ),
  one('authUrl', 'authURL', text),
  one('tokenUrl', 'tokenURL', text),
  one('userInfoUrl', 'userInfoURL', text),
  one('displayName', 'displayName', text),
  one('pkce', 'pkce', (value) => (typeof value === 'boolean' ? value : null)),
];

/** How people sign in to a collection, beyond what every line has. */
export function readOwnAuth({ raw }: Pick<Collection, 'raw'>): OwnAuthOptions {
  const json = members(raw);
  const at = (...path: readonly string[]) =>
    path.reduce<Readonly<Record<string, unknown>>>((value, key) => members(value[key]), json);
  const factor = (key: string) => ({
    isEnabled: flag(at(key)['enabled']),
    duration: numberOrNull(at(key)['duration']),
  });
  const token = (name: string): Token => ({
    duration: numberOrNull(at(`${name}Token`)['duration']) ?? undefined,
    secret,
  });
  const template = (path: readonly string[]) => ({
    subject: text(at(...path)['subject']),
    body: text(at(...path)['body']),
  });
  return {
    hasAlert: flag(at('authAlert')['enabled']),
    oneTimePassword: { ...factor('otp'), length: numberOrNull(at('otp')['length']) },
    secondFactor: { ...factor('mfa'), rule: text(at('mfa')['rule']) },
    tokens: Object.fromEntries(TOKENS.map((name) => [name, token(name)])),
    templates: Object.fromEntries(Object.entries(TEMPLATES).map(([name, path]) => [name, template(path)])),
    providers: list(at('oauth2')['providers'], (value) => ({
      ...(readAll(PROVIDER, members(value)) as Provider & { readonly name: string }),
      isEnabled: true,
    })),
  };
}

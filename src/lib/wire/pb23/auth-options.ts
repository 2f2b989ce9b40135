/* What each auth collection of PocketBase 0.23 and newer has for itself: only who edits or compares collections reads it. */
import { dequal } from 'dequal/lite';
import { valueAt, withValue } from '#domain/app/at-path.ts';
import { flag, isObject, type JsonObject, list, members, text, texts } from '#domain/app/lenient.ts';
import type { AuthOptions, OwnAuthOptions, OwnProvider } from '#domain/backend/collection.ts';
import { isKept } from '#domain/backend/settings.ts';
import { type Codec, numberOrNull, one, readAll } from '../codec.ts';
import { memberAt, writeAll } from '../encode.ts';
import { later } from './collections.ts';

/** No version tells whether there is one. */
const KEPT = { kept: 'unknown' } as const;
const kept = () => KEPT;

const PROVIDER: readonly Codec<OwnProvider>[] = [
  one('name', 'name', text),
  one('clientId', 'clientId', text),
  one('clientSecret', 'clientSecret', kept),
  one('authUrl', 'authURL', text),
  one('tokenUrl', 'tokenURL', text),
  one('userInfoUrl', 'userInfoURL', text),
  one('displayName', 'displayName', text),
  one('pkce', 'pkce', (value) => (typeof value === 'boolean' ? value : null)),
  one('extra', 'extra', (value) =>
    Object.fromEntries(Object.entries(members(value)).filter(([, one]) => one !== null)),
  ),
];

const readProvider = (value: unknown): OwnProvider => readAll(PROVIDER, members(value)) as OwnProvider;

/** What the model calls it, where the backend has it, and how it is read. */
type Place = readonly [path: keyof OwnAuthOptions, key: string, read: (value: unknown) => unknown];

const factor = (section: 'oneTimePassword' | 'secondFactor', key: string): readonly Place[] => [
  [`${section}.isEnabled`, `${key}.enabled`, flag],
  [`${section}.duration`, `${key}.duration`, numberOrNull],
];

const TEMPLATES = {
  verification: 'verificationTemplate',
  passwordReset: 'resetPasswordTemplate',
  emailChange: 'confirmEmailChangeTemplate',
  oneTimePassword: 'otp.emailTemplate',
  alert: 'authAlert.emailTemplate',
} as const;

/** In the order in which their changes are listed. */
const PLACES: readonly Place[] = [
  ['hasPasswords', 'passwordAuth.enabled', flag],
  ['identityFields', 'passwordAuth.identityFields', texts],
  ['providers', 'oauth2.providers', (value) => list(value, readProvider)],
  ...(['id', 'name', 'username'] as const).map(
    (name): Place => [`mappedFields.${name}`, `oauth2.mappedFields.${name}`, text],
  ),
  ['mappedFields.avatar', 'oauth2.mappedFields.avatarURL', text],
  ...factor('oneTimePassword', 'otp'),
  ['oneTimePassword.length', 'otp.length', numberOrNull],
  ...factor('secondFactor', 'mfa'),
  ['secondFactor.rule', 'mfa.rule', text],
  ['hasAlert', 'authAlert.enabled', flag],
  ...Object.entries(TEMPLATES).flatMap(([name, key]) =>
    (['subject', 'body'] as const).map(
      (part): Place => [`templates.${name as keyof typeof TEMPLATES}.${part}`, `${key}.${part}`, text],
    ),
  ),
  ...(['auth', 'passwordReset', 'emailChange', 'verification', 'file'] as const).flatMap(
    (name): readonly Place[] => [
      [`tokens.${name}.duration`, `${name}Token.duration`, numberOrNull],
      [`tokens.${name}.secret`, `${name}Token.secret`, kept],
    ],
  ),
];

/** How people sign in to a collection, beyond what every line has. */
function readOwnAuth(json: JsonObject): OwnAuthOptions {
  const entries = PLACES.map(([path, key, read]) => [path, read(valueAt(json, key.split('.')))]);
  return Object.fromEntries(entries) as OwnAuthOptions;
}

later.readOwnAuth = readOwnAuth;

/** Of a collection that is not stored yet: the backend knows the texts and numbers. */
export const newAuth: AuthOptions = {
  identityFields: ['email'],
  hasOAuth2: false,
  minPassword: 8,
  exceptDomains: [],
  onlyDomains: [],
  isEmailRequired: true,
  isVerifiedOnly: false,
  own: { ...readOwnAuth({}), hasPasswords: true, identityFields: ['email'], hasAlert: true },
};

/** The stored object of a provider, by its place or else by its name. */
function storedOf(
  { name }: Pick<OwnProvider, 'name'>,
  at: number,
  stored: readonly JsonObject[],
): JsonObject | undefined {
  const here = stored[at];
  return here?.['name'] === name ? here : stored.find((other) => other['name'] === name);
}

/**
 * `extra` of a provider: the backend adds its members to those of the provider that stood there, or has this name, and
 * removes none. One that shall go is null.
 */
function extraFor({ extra, name }: OwnProvider, at: number, stored: readonly JsonObject[]): unknown {
  const names = Object.keys(extra);
  if (names.length === 0) return null;
  const merged = stored.filter((other, index) => index === at || other['name'] === name);
  const gone = merged.flatMap((other) => Object.keys(members(other['extra'])));
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...extra };
}

/** A list of providers as it is sent: each with all keys but a secret that is kept. */
function writeProviders(providers: readonly OwnProvider[], before: unknown): readonly JsonObject[] {
  const stored = list(before, members);
  return providers.map((provider, at) => {
    const { clientSecret, extra: _extra, ...rest } = provider;
    const own = storedOf(provider, at, stored);
    // A hook may show something in its place, which would be stored.
    const { clientSecret: _shown, ...kept } = own ?? {};
    const isSame = own !== undefined && stored[at] === own && dequal(readProvider(own).extra, provider.extra);
    const codecs = PROVIDER.filter(({ paths: [key] }) => key !== 'clientSecret' && key !== 'extra');
    return {
      ...writeAll(codecs, rest as OwnProvider, own && kept),
      extra: isSame ? own['extra'] : extraFor(provider, at, stored),
      ...(!isKept(clientSecret) && { clientSecret }),
    };
  });
}

/** Whether a file has a secret: a mask would be stored as it is. */
const isGiven = (secret: unknown): secret is string => typeof secret === 'string' && !/^\**$/.test(secret);

/**
 * The providers of a file as they are sent: what one does not say is as it is stored, and the secrets are those that are
 * given.
 */
export function withAllKeys(providers: readonly unknown[], before: unknown): readonly JsonObject[] {
  const written = list(providers, members);
  const stored = list(before, members);
  const read = written.map((json, at) => {
    const known = Object.entries(json).filter(([, value]) => value !== null);
    return readProvider({
      ...storedOf({ name: text(json['name']) }, at, stored),
      ...Object.fromEntries(known),
    });
  });
  return writeProviders(read, before).map((json, at) => {
    const secret = written[at]?.['clientSecret'];
    return isGiven(secret) ? { ...json, clientSecret: secret } : json;
  });
}

/** Paths of all that an auth collection has for itself, down to the keys of a provider. */
export const ownAuthKeys: readonly string[] = [
  ...PLACES.map(([, key]) => key),
  ...PROVIDER.flatMap(({ paths }) => paths.map((path) => `oauth2.providers.${path}`)),
];

/** An object with what `own` says differently from `before`, which is what it says now. */
export function writeOwnAuth(json: JsonObject, own: OwnAuthOptions, before = newAuth.own): JsonObject {
  return PLACES.reduce((result, [path, key]) => {
    const value = own[path];
    // A secret that stays and a number that was emptied are not sent: null would empty some of them.
    if (value === null || isObject(value) || dequal(value, before?.[path])) return result;
    const keys = key.split('.');
    const sent = path === 'providers' ? writeProviders(own.providers, valueAt(json, keys)) : value;
    return withValue(result, keys, sent);
  }, json);
}

/** What a key of an auth collection says in the model, such as `providers.0.clientSecret`; undefined for other keys. */
export function ownAuthPath(path: string): string | undefined {
  const place = PLACES.find(([, key]) => path === key || path.startsWith(`${key}.`));
  if (!place) return undefined;
  const [name, key] = place;
  const rest = path.slice(key.length);
  const [, at, member] = /^\.(\d+)\.(.+)$/.exec(rest) ?? [];
  if (name !== 'providers' || at === undefined || member === undefined) return `${name}${rest}`;
  return `${name}.${at}.${memberAt(PROVIDER, member) ?? member}`;
}

import { flag, type JsonObject, members, ownOf } from '#domain/app/lenient.ts';
import {
  type AtPaths,
  atPaths,
  flagField,
  type SettingField,
  type SettingValues,
  secretField,
  textField,
} from '#domain/app/settings-fields.ts';
import { PROVIDER_KEYS } from '#domain/auth/providers.ts';

/** The members of a provider's settings. */
const FIELDS = {
  enabled: flagField('Enable'),
  clientId: textField('Client ID'),
  clientSecret: secretField('Client secret'),
  authUrl: textField('Auth URL'),
  tokenUrl: textField('Token URL'),
  userApiUrl: textField('User API URL'),
  displayName: textField('Display name'),
  /** Null means that the backend decides. */
  pkce: {
    label: 'Support PKCE',
    read: (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null),
  },
} as const satisfies Readonly<Record<string, SettingField>>;

/** A member of a provider's settings, such as `clientId`. */
export type ProviderField = keyof typeof FIELDS;

/** The fields of one provider by path, such as `githubAuth.clientId`. */
export type ProviderFields = AtPaths<string, typeof FIELDS>;

/** The values of a provider's form by path. */
export type ProviderValues = SettingValues<ProviderFields>;

/** The path of a member in the settings: `githubAuth.clientId`. */
export const providerPath = <Name extends ProviderField>(key: string, name: Name): `${string}.${Name}` =>
  `${key}Auth.${name}`;

/** The fields of the form of a provider, by path. */
export const providerFields = (key: string): ProviderFields => atPaths(`${key}Auth`, FIELDS);

const isOpenId = (key: string): boolean => key.startsWith('oidc');

/** Sets the default of a provider that was never configured: Enable is on. */
export function withEnabled(key: string, stored: ProviderValues): ProviderValues {
  return stored[providerPath(key, 'clientId')] === ''
    ? { ...stored, [providerPath(key, 'enabled')]: true }
    : stored;
}

/** Adds the defaults of OpenID Connect, which count as changes; the same object when there are none. */
export function withSuggestions(key: string, base: ProviderValues): ProviderValues {
  if (!isOpenId(key)) return base;
  const name = providerPath(key, 'displayName');
  const pkce = providerPath(key, 'pkce');
  const isNew = base[providerPath(key, 'clientId')] === '';
  const added = {
    ...(base[name] === '' && { [name]: 'OIDC' }),
    // Clearing all fields stores false, which must not become the choice of the next configuration.
    ...((base[pkce] === null || (isNew && base[pkce] === false)) && { [pkce]: true }),
  };
  return Object.keys(added).length ? { ...base, ...added } : base;
}

/** The values after 'Clear all fields'. */
export const clearedProvider = (key: string): ProviderValues =>
  atPaths(`${key}Auth`, {
    enabled: false,
    clientId: '',
    clientSecret: '',
    authUrl: '',
    tokenUrl: '',
    userApiUrl: '',
    displayName: '',
    pkce: isOpenId(key) ? false : null,
  });

/** The keys of the enabled providers in the backend's settings. */
export function enabledProviders(settings: JsonObject): ReadonlySet<string> {
  const isEnabled = (key: string) => flag(members(ownOf(settings, `${key}Auth`))['enabled']);
  return new Set(PROVIDER_KEYS.filter(isEnabled));
}

/** All providers in their order, enabled ones before disabled ones. */
export function groupProviders(enabled: ReadonlySet<string>) {
  const isEnabled = (key: string) => enabled.has(key);
  return {
    enabled: PROVIDER_KEYS.filter(isEnabled),
    disabled: PROVIDER_KEYS.filter((key) => !isEnabled(key)),
  };
}

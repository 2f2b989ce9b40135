import {
  atPaths,
  emptyValues,
  flagField,
  type SettingField,
  type SettingValues,
  secretField,
  textField,
} from '#domain/app/settings-fields.ts';
import { PROVIDER_KEYS } from '#domain/auth/providers.ts';
import type { AtPaths, Provider } from '#domain/backend/settings.ts';

const FIELDS = {
  isEnabled: flagField('Enable'),
  clientId: textField('Client ID'),
  clientSecret: secretField('Client secret'),
  authUrl: textField('Auth URL'),
  tokenUrl: textField('Token URL'),
  userInfoUrl: textField('User API URL'),
  displayName: textField('Display name'),
  /** Null means that the backend decides. */
  pkce: {
    label: 'Support PKCE',
    read: (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null),
  },
} as const satisfies { readonly [Name in keyof Provider]: SettingField<Provider[Name]> };

export type ProviderField = keyof typeof FIELDS;

/** By path, such as `providers.github.clientId`. */
export type ProviderFields = AtPaths<`providers.${string}`, typeof FIELDS>;

export type ProviderValues = SettingValues<ProviderFields>;

export const providerPath = <Name extends ProviderField>(
  key: string,
  name: Name,
): `providers.${string}.${Name}` => `providers.${key}.${name}`;

export const providerFields = (key: string): ProviderFields => atPaths(`providers.${key}`, FIELDS);

const isOpenId = (key: string): boolean => key.startsWith('oidc');

/** Enable is on for a provider that was never configured. */
export const withEnabled = (key: string, stored: ProviderValues): ProviderValues =>
  stored[providerPath(key, 'clientId')] === ''
    ? { ...stored, [providerPath(key, 'isEnabled')]: true }
    : stored;

/** The defaults of OpenID Connect count as changes; the same object when there are none. */
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

export const clearedProvider = (key: string): ProviderValues => ({
  ...emptyValues(providerFields(key)),
  ...(isOpenId(key) && { [providerPath(key, 'pkce')]: false }),
});

/** In their order. */
export function groupProviders(enabled: ReadonlySet<string>) {
  const isEnabled = (key: string) => enabled.has(key);
  return {
    enabled: PROVIDER_KEYS.filter(isEnabled),
    disabled: PROVIDER_KEYS.filter((key) => !isEnabled(key)),
  };
}

import { atPaths } from '#domain/app/settings-fields.ts';
import type { Provider, S3Storage, Smtp } from '#domain/backend/settings.ts';

/** The mail server of a new backend. */
export const NO_SMTP: Smtp = {
  isEnabled: false,
  host: 'smtp.example.com',
  port: 587,
  username: '',
  password: '',
  isTlsOnly: false,
  authMethod: '',
  localName: '',
};

/** The S3 settings of a new backend. */
export const NO_S3: S3Storage = {
  isEnabled: false,
  bucket: '',
  region: '',
  endpoint: '',
  accessKey: '',
  secret: '',
  usesPaths: false,
};

/** The settings of a provider on a new backend. */
const NO_PROVIDER: Provider = {
  isEnabled: false,
  clientId: '',
  clientSecret: '',
  authUrl: '',
  tokenUrl: '',
  userInfoUrl: '',
  displayName: '',
  pkce: null,
};

/** The settings of a provider on top of those of a new backend, by their paths. */
export const providerAt = (key: string, settings: Partial<Provider> = {}) =>
  atPaths(`providers.${key}`, { ...NO_PROVIDER, ...settings });

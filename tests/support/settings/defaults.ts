import type { S3Settings } from '#tests/support/s3.ts';

/** The mail server of a new backend. */
export const NO_SMTP = {
  enabled: false,
  host: 'smtp.example.com',
  port: 587,
  username: '',
  password: '',
  authMethod: '',
  tls: false,
  localName: '',
};

/** The S3 settings of a new backend. */
export const NO_S3: S3Settings = {
  enabled: false,
  bucket: '',
  region: '',
  endpoint: '',
  accessKey: '',
  secret: '',
  forcePathStyle: false,
};

/** The stored settings of a provider; a secret is masked. */
export interface StoredProvider {
  readonly enabled: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly userApiUrl: string;
  readonly displayName: string;
  readonly pkce: boolean | null;
}

/** The settings of a provider on a new backend. */
export const NO_PROVIDER: StoredProvider = {
  enabled: false,
  clientId: '',
  clientSecret: '',
  authUrl: '',
  tokenUrl: '',
  userApiUrl: '',
  displayName: '',
  pkce: null,
};

/*
 * The settings of a backend, in Atoll's words: values by path, such as `smtp.host`. Nobody needs all of them at once, so
 * a wire reads those that are asked for. Templates, tokens and providers belong to all auth collections together.
 */
import type { JsonObject } from '#domain/app/lenient.ts';

/** A stored secret, which no backend tells. Some don't even tell whether there is one: `unknown`. */
export interface KeptSecret {
  readonly kept: 'set' | 'unknown';
}

/** Kept as it is stored, or the text of another one; '' is none. */
export type Secret = KeptSecret | string;

export const isKept = (value: unknown): value is KeptSecret =>
  typeof value === 'object' && value !== null && 'kept' in value;

export interface Application {
  readonly name: string;
  /** Mails lead there. */
  readonly url: string;
  /** Whether collections can't be created and edited on screen. */
  readonly hidesControls: boolean;
}

/** Of the backend's own dashboard, such as `#1055c9`. Undefined where it has none. */
export interface Accent {
  readonly accent: string | undefined;
}

/** Requests that change several records at once. All undefined where the backend has no such settings. */
export interface Batch {
  readonly isEnabled: boolean | undefined;
  /** In one request. */
  readonly maxRequests: number | undefined;
  /** In seconds. */
  readonly timeout: number | undefined;
  /** In bytes; 0 is the backend's default. */
  readonly maxBodySize: number | undefined;
}

/** Which headers of a proxy tell the address of a client. */
export interface Proxy {
  readonly headers: readonly string[] | undefined;
  /** Whether the first address of such a header counts; else the last one. */
  readonly usesFirst: boolean | undefined;
}

export type Audience = 'everybody' | 'guests' | 'users';

/** How often a client may request something. */
export interface RateRule {
  /** Such as `users:create`, `*:auth`, `POST /api/batch` or `/api/`. */
  readonly label: string;
  readonly audience: Audience;
  /** Undefined for an empty number. */
  readonly requests: number | undefined;
  readonly seconds: number | undefined;
  /** What else is stored with it, by the backend's own names. */
  readonly more: JsonObject;
}

export interface RateLimits {
  readonly isEnabled: boolean | undefined;
  readonly rules: readonly RateRule[] | undefined;
  /** Addresses and subnets without limits. */
  readonly exempt: readonly string[] | undefined;
}

/** From where administrators may use the backend: addresses and subnets; none is from everywhere. */
export interface AllowedAddresses {
  readonly addresses: readonly string[] | undefined;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Of a mail to users. */
export interface MailTemplate {
  readonly subject: string;
  readonly body: string;
  readonly actionUrl: string;
  /** Not to be shown. */
  readonly isHidden: boolean;
}

export interface Smtp {
  readonly isEnabled: boolean;
  readonly host: string;
  readonly port: number | undefined;
  readonly username: string;
  readonly password: Secret;
  /** Else the server is asked whether it can. */
  readonly isTlsOnly: boolean;
  /** `PLAIN` or `LOGIN`; '' is the first. */
  readonly authMethod: string;
  readonly localName: string;
}

/** Files in S3 instead of the backend's file system. */
export interface S3Storage {
  readonly isEnabled: boolean;
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secret: Secret;
  /** The bucket is part of the path, not of the host. */
  readonly usesPaths: boolean;
}

export interface Backups {
  /** A cron expression; '' for none. */
  readonly schedule: string;
  /** How many of the schedule are kept. */
  readonly keep: number | undefined;
}

export interface LogLimits {
  /** Entries are removed after so many; 0 keeps none. */
  readonly days: number | undefined;
  /** Entries below it are not kept. */
  readonly minLevel: number | undefined;
}

export interface Logs extends LogLimits {
  readonly hasAddresses: boolean;
  /** Whether an entry says which account has sent its request. Undefined where the backend has no such setting. */
  readonly hasAccounts: boolean | undefined;
  /** Of the data of an entry, in bytes; 0 is the backend's default. Undefined as above. */
  readonly maxDataSize: number | undefined;
}

/** What signs tokens, and how long they are valid, in seconds. */
export interface Token {
  readonly duration: number | undefined;
  readonly secret: Secret;
}

/** Of sign-in by OAuth2. */
export interface Provider {
  readonly isEnabled: boolean;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
  readonly displayName: string;
  /** Null means that the backend decides. */
  readonly pkce: boolean | null;
}

export type TemplateName = 'verification' | 'passwordReset' | 'emailChange';

export type TokenName =
  | `record${'Auth' | 'Verification' | 'PasswordReset' | 'EmailChange' | 'File'}`
  | `admin${'Auth' | 'PasswordReset' | 'File'}`;

export type AtPaths<Section extends string, Members> = {
  readonly [Name in keyof Members & string as `${Section}.${Name}`]: Members[Name];
};

export type Settings = AtPaths<'application', Application & Accent> &
  AtPaths<'batch', Batch> &
  AtPaths<'proxy', Proxy> &
  AtPaths<'rateLimits', RateLimits> &
  AtPaths<'administrators', AllowedAddresses> &
  AtPaths<'mail.sender', Sender> &
  AtPaths<`templates.${TemplateName}`, MailTemplate> &
  AtPaths<'smtp', Smtp> &
  AtPaths<'storage' | 'backups.storage', S3Storage> &
  AtPaths<'backups', Backups> &
  AtPaths<'logs', Logs> &
  AtPaths<`tokens.${TokenName}`, Token> &
  AtPaths<`providers.${string}`, Provider>;

export type SettingPath = keyof Settings;

/** What has to be set up before others use a backend. */
export type CheckedSettings = Pick<Settings, 'application.url' | 'mail.sender.address' | 'smtp.isEnabled'>;

/** What all screens show of the settings. */
export interface AppSettings extends Pick<Application, 'name' | 'hidesControls'> {
  readonly isLogOff: boolean;
  /** A version that the backend is or is newer than, as far as its settings tell. */
  readonly atLeast?: () => string | undefined;
}

/*
 * The settings of a backend, in Atoll's words: values by path, such as `smtp.host`. Nobody needs all of them at once, so
 * a wire reads those that are asked for. Templates, tokens and providers belong to all auth collections together.
 */

/** A stored secret, which no backend tells. Some don't even tell whether there is one: `unknown`. */
export interface KeptSecret {
  readonly kept: 'set' | 'unknown';
}

/** Kept as it is stored, or the text of another one; '' is none. */
export type Secret = KeptSecret | string;

export const isKept = (value: unknown): value is KeptSecret => typeof value === 'object' && value !== null;

export interface Application {
  readonly name: string;
  /** Mails lead there. */
  readonly url: string;
  /** Whether collections can't be created and edited on screen. */
  readonly hidesControls: boolean;
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

export type Settings = AtPaths<'application', Application> &
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
}

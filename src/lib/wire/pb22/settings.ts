/* The settings of PocketBase 0.22: each section is a member of one object, which a request changes as a whole. */
import { flag, isObject, type JsonObject, members, ownOf, text } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import {
  type Application,
  type Backups,
  isKept,
  type Logs,
  type MailTemplate,
  type Provider,
  type S3Storage,
  type Secret,
  type Sender,
  type SettingPath,
  type Settings,
  type Smtp,
  type Token,
} from '#domain/backend/settings.ts';
import { type Codec, changesOf, memberAt, number, one, readAll, withChanges } from '../codec.ts';

/** In place of a stored secret, which stays when it is left out of a change. */
const MASK = '******';

const secret = (value: unknown): Secret => (value === MASK ? { kept: 'set' } : text(value));

/** The key of each member of a section, and what it says. */
type Keys<Section> = {
  readonly [Name in keyof Section]: readonly [key: string, read: (value: unknown) => Section[Name]];
};

const APPLICATION: Keys<Application> = {
  name: ['appName', text],
  url: ['appUrl', text],
  hidesControls: ['hideControls', flag],
};
const SENDER: Keys<Sender> = { name: ['senderName', text], address: ['senderAddress', text] };
const TEMPLATE: Keys<MailTemplate> = {
  subject: ['subject', text],
  body: ['body', text],
  actionUrl: ['actionUrl', text],
  isHidden: ['hidden', flag],
};
const SMTP: Keys<Smtp> = {
  isEnabled: ['enabled', flag],
  host: ['host', text],
  port: ['port', number],
  username: ['username', text],
  password: ['password', secret],
  isTlsOnly: ['tls', flag],
  authMethod: ['authMethod', text],
  localName: ['localName', text],
};
const S3: Keys<S3Storage> = {
  isEnabled: ['enabled', flag],
  bucket: ['bucket', text],
  region: ['region', text],
  endpoint: ['endpoint', text],
  accessKey: ['accessKey', text],
  secret: ['secret', secret],
  usesPaths: ['forcePathStyle', flag],
};
const BACKUPS: Keys<Backups> = { schedule: ['cron', text], keep: ['cronMaxKeep', number] };
const LOGS: Keys<Logs> = {
  days: ['maxDays', number],
  minLevel: ['minLevel', number],
  hasAddresses: ['logIp', flag],
};
const TOKEN: Keys<Token> = { duration: ['duration', number], secret: ['secret', secret] };
const PROVIDER: Keys<Provider> = {
  isEnabled: ['enabled', flag],
  clientId: ['clientId', text],
  clientSecret: ['clientSecret', secret],
  authUrl: ['authUrl', text],
  tokenUrl: ['tokenUrl', text],
  userInfoUrl: ['userApiUrl', text],
  displayName: ['displayName', text],
  pkce: ['pkce', (value) => (typeof value === 'boolean' ? value : null)],
};

type Section = readonly [
  place: string,
  keys: Readonly<Record<string, readonly [string, (value: unknown) => unknown]>>,
];

const SECTIONS: Readonly<Record<string, Section>> = {
  application: ['meta', APPLICATION],
  'mail.sender': ['meta', SENDER],
  'templates.verification': ['meta.verificationTemplate', TEMPLATE],
  'templates.passwordReset': ['meta.resetPasswordTemplate', TEMPLATE],
  'templates.emailChange': ['meta.confirmEmailChangeTemplate', TEMPLATE],
  smtp: ['smtp', SMTP],
  storage: ['s3', S3],
  backups: ['backups', BACKUPS],
  'backups.storage': ['backups.s3', S3],
  logs: ['logs', LOGS],
};

function sectionOf(path: string): Section | undefined {
  const [kind, name = ''] = path.split('.');
  if (kind === 'tokens') return [`${name}Token`, TOKEN];
  return kind === 'providers' ? [`${name}Auth`, PROVIDER] : ownOf(SECTIONS, path);
}

function codecOf(path: SettingPath): Codec<Settings> {
  const end = path.lastIndexOf('.');
  const [place = '', keys = {}] = sectionOf(path.slice(0, end)) ?? [];
  const [key, read] = ownOf(keys, path.slice(end + 1)) ?? [];
  if (key === undefined || !read) throw new Error(`No setting ${path}.`);
  return one(path, `${place}.${key}`, read as (value: unknown) => Settings[typeof path]);
}

function withoutMasks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMasks);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== MASK);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutMasks(member)]));
}

const SECRETS = new Set(['secret', 'password', 'clientSecret']);

/** Without masks, and without what would have one if it were not empty. */
function withoutSecrets(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name, member]) => member !== MASK && !SECRETS.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutSecrets(member)]));
}

export const readSettings = <Path extends SettingPath>(
  paths: readonly Path[],
  stored: Raw,
): Pick<Settings, Path> => readAll(paths.map(codecOf), members(stored)) as Pick<Settings, Path>;

/** The body of a change: each section of these values whole, as it is stored but for what differs. */
export function settingsBody(values: Partial<Settings>, stored: Raw): JsonObject {
  const json = members(stored);
  const codecs = (Object.keys(values) as SettingPath[]).map(codecOf);
  const changes = changesOf(codecs, values as Settings, json).filter(([, value]) => !isKept(value));
  const names = new Set(codecs.flatMap(({ paths }) => paths.map((path) => path.split('.')[0] ?? '')));
  const sections = [...names].map((name) => [name, withoutMasks(members(ownOf(json, name)))]);
  return withChanges(Object.fromEntries(sections), changes);
}

/** The one of these paths that the backend says by `key`, such as `smtp.port`; undefined if it is none. */
export const settingPathOf = (paths: readonly SettingPath[], key: string): string | undefined =>
  memberAt(paths.map(codecOf), key);

/** All that two backends may share, by its own names. */
export const sharedSettings = (stored: Raw): JsonObject => members(withoutSecrets(stored));

/* The settings: each section is a member of one object, which a request changes as a whole. `save-settings.ts` writes it.
 * Below: what the backend tries with what is stored, and makes or has for new values. */
import { valueAt } from '#domain/app/at-path.ts';
import { members, ownOf, text } from '#domain/app/lenient.ts';
import type {
  SettingField,
  SettingFields,
  SettingValue,
  SettingValues,
} from '#domain/app/settings-fields.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import type { KeptSecret } from '#domain/backend/settings.ts';
import type { ClientAddress } from '#domain/settings/lock-out.ts';
import { byLine, wire } from '../choose.ts';
import { textIn } from './answers.ts';
import type { ListWords } from './setting-names.ts';

/** In place of a stored secret, which stays when it is left out of a change. */
export const MASK = '******';

/** A stored secret as an answer says it; undefined for its text. */
const keptIn = (value: unknown): KeptSecret | undefined =>
  byLine<KeptSecret | undefined>(
    value === MASK ? { kept: 'set' } : undefined,
    // Left out of every answer.
    value === undefined ? { kept: 'unknown' } : undefined,
  );

/** `application.name` → `meta.appName`, `tokens.adminAuth.secret` → `adminAuthToken.secret` */
function keyOf(path: string): string {
  const end = path.lastIndexOf('.');
  const section = path.slice(0, end);
  const name = path.slice(end + 1);
  const [kind, owner] = section.split('.');
  const place =
    kind === 'tokens'
      ? `${owner}Token`
      : kind === 'providers'
        ? `${owner}Auth`
        : (ownOf(wire().settingNames.sections, section) ?? section);
  const member = ownOf(wire().settingNames.members, path) ?? ownOf(wire().settingNames.members, name) ?? name;
  return place ? `${place}.${member}` : member;
}

export const namesOf = (path: string): readonly string[] => keyOf(path).split('.');

const wordsOf = (path: string): ListWords | undefined => ownOf(wire().settingNames.lists ?? {}, path);

/** What is stored at a path, lists of objects in the words of the model. */
function storedAt(path: string, stored: Raw): unknown {
  const value = valueAt(stored, namesOf(path));
  const words = wordsOf(path);
  return words && Array.isArray(value) ? value.map((item) => words.read(item)) : value;
}

/** A value of the model as the backend says it. */
export function writtenAt(path: string, value: unknown): unknown {
  const words = wordsOf(path);
  return words && Array.isArray(value) ? value.map((item) => words.write(item as never)) : value;
}

/** What a field says of what is stored. */
export function readAt(path: string, { read, isSecret }: SettingField, stored: Raw): SettingValue {
  const value = storedAt(path, stored);
  return (isSecret && keptIn(value)) || read(value);
}

/** The values of these fields, by their paths in the model. */
export function readSettings<const Fields extends SettingFields>(
  fields: Fields,
  stored: Raw,
): SettingValues<Fields> {
  const entries = Object.entries(fields).map(([path, field]) => [path, readAt(path, field, stored)]);
  return Object.fromEntries(entries);
}

/** The one of these paths that the backend says by `key`, such as `meta.appUrl`, or an item below it; undefined if it is none. */
export function settingPathOf(paths: readonly string[], key: string): string | undefined {
  const path = paths.find((one) => `${key}.`.startsWith(`${keyOf(one)}.`));
  if (path === undefined) return undefined;
  const below = key.slice(keyOf(path).length).split('.');
  const words = wordsOf(path)?.members ?? {};
  return path + below.map((name) => ownOf(words, name) ?? name).join('.');
}

const trial = (path: string, body: object): BackendRequest => ({
  path: `/api/settings/${path}`,
  method: 'POST',
  body,
});

/** Sends a template, of a collection where each has its own, filled with sample values, to an address. */
export const testEmailRequest = (
  email: string,
  template: string,
  collection: string | undefined,
): BackendRequest => trial('test/email', { email, template, ...(collection && { collection }) });

/** Stores and deletes a file in the S3 storage that is saved for these files. */
export const testS3Request = (filesystem: string): BackendRequest => trial('test/s3', { filesystem });

/** Makes a new client secret for Apple. */
export const appleSecretRequest = (input: object): BackendRequest =>
  trial('apple/generate-client-secret', input);
export const readAppleSecret = (answer: unknown): string | undefined => textIn(answer, 'secret');

/** Where a provider returns the browser when an app signs in with a client library; below the backend's address. */
export const OAUTH2_REDIRECT = 'api/oauth2-redirect';

/** In the answer about the backend's health to an administrator; undefined where it does not say. */
export function readClientAddress(answer: unknown): ClientAddress | undefined {
  const { realIP, possibleProxyHeader } = members(members(answer)['data']);
  return typeof realIP === 'string' ? { address: realIP, header: text(possibleProxyHeader) } : undefined;
}

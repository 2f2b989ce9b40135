/* What only those need who save settings, or share them. */
import { dequal } from 'dequal/lite';
import { withValue } from '#domain/app/at-path.ts';
import { isObject, type JsonObject, members, ownOf } from '#domain/app/lenient.ts';
import type { SettingFields } from '#domain/app/settings-fields.ts';
import type { Raw } from '#domain/backend/field.ts';
import { isKept, type Settings } from '#domain/backend/settings.ts';
import { MASK, namesOf, readAt, writtenAt } from './setting-values.ts';

/** A copy without these members, also within lists. */
function without(value: unknown, isLeftOut: (name: string, member: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, isLeftOut));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name, member]) => !isLeftOut(name, member));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, isLeftOut)]));
}

const isMask = (_name: string, member: unknown): boolean => member === MASK;

/**
 * The body of a change: each section of these values whole, as it is stored, with the values in place. What the stored
 * member already means to its field stays as it is, whatever it is.
 */
export function settingsBody(values: Partial<Settings>, stored: Raw, fields: SettingFields = {}): JsonObject {
  const isLeftOut = (path: string, value: unknown): boolean => {
    const field = ownOf(fields, path);
    return isKept(value) || (field !== undefined && dequal(value, readAt(path, field, stored)));
  };
  const start = Object.keys(values).flatMap((path) => {
    const [name = '', ...below] = namesOf(path);
    const section = ownOf(members(stored), name);
    // What the backend does not have is only sent if it was changed.
    if (section === undefined) return [];
    return [[name, without(below.length ? members(section) : section, isMask)] as const];
  });
  return Object.entries(values)
    .filter(([path, value]) => !isLeftOut(path, value))
    .reduce(
      (body, [path, value]) => withValue(body, namesOf(path), writtenAt(path, value)),
      members(Object.fromEntries(start)),
    );
}

/** Also where they are empty, and so have no mask. */
const SECRETS = new Set(['secret', 'password', 'clientSecret']);

/** From where administrators reach one backend: another one would lock them out. */
const OF_ONE = 'superuserIPs';

/** All that two backends may share, by its own names. */
export const sharedSettings = (stored: Raw): JsonObject =>
  members(without(stored, (name, member) => isMask(name, member) || SECRETS.has(name) || name === OF_ONE));

import { isObject, type JsonObject, members, ownOf } from '#domain/app/lenient.ts';
import { SECRET_MASK } from '#domain/app/secret-mask.ts';
import { withValue } from '#domain/app/settings-fields.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { rowOf } from '#domain/settings/import/diff.ts';
import type { Difference, DifferenceGroup } from './difference.ts';

/** Also where they are empty and so not masked. */
const SECRETS = new Set(['secret', 'password', 'clientSecret']);

export type SettingPath = readonly string[];

const settingAt = (settings: unknown, path: SettingPath): unknown =>
  path.reduce((parent, name) => ownOf(members(parent), name), settings);

/** Of all values in both settings, apart from secrets. */
function* sharedPaths(a: unknown, b: unknown, path: SettingPath = []): Generator<SettingPath> {
  if (a === SECRET_MASK || b === SECRET_MASK || SECRETS.has(path.at(-1) ?? '')) return;
  if (!isObject(a) || !isObject(b)) yield path;
  else
    for (const name of Object.keys(a))
      if (Object.hasOwn(b, name)) yield* sharedPaths(a[name], b[name], [...path, name]);
}

/** By group. Secrets are not compared. */
export function compareSettings(to: JsonObject, from: JsonObject): readonly DifferenceGroup[] {
  const changed = [...sharedPaths(to, from)].filter(
    (path) => !isSameStructure(settingAt(to, path), settingAt(from, path)),
  );
  const differenceAt = (path: SettingPath): Difference => {
    const label = (path.length > 1 ? path.slice(1) : path).join('.');
    const rows = [rowOf(label, settingAt(to, path), settingAt(from, path))];
    const id = ['settings', ...path].join(' ');
    return { id, part: { of: 'setting', path }, label, kind: 'changed', rows, needs: [] };
  };
  return [...Map.groupBy(changed, ([name = '']) => name)].map(([name, paths]) => ({
    ...{ id: `settings ${name}`, name, kind: 'changed' },
    differences: paths.map(differenceAt),
  }));
}

/** The body of a request that stores only these values: the backend keeps what is left out. */
export const settingsAt = (settings: JsonObject, paths: readonly SettingPath[]): JsonObject =>
  paths.reduce<JsonObject>((body, path) => withValue(body, path, settingAt(settings, path)), {});

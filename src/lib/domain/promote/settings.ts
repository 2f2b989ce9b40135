import { valueAt, withValue } from '#domain/app/at-path.ts';
import { isObject, type JsonObject } from '#domain/app/lenient.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { rowOf } from '#domain/settings/import/diff.ts';
import type { Difference, DifferenceGroup } from './difference.ts';

export type SettingPath = readonly string[];

/** Of all values in both settings. */
function* sharedPaths(a: unknown, b: unknown, path: SettingPath = []): Generator<SettingPath> {
  if (!isObject(a) || !isObject(b)) yield path;
  else
    for (const name of Object.keys(a))
      if (Object.hasOwn(b, name)) yield* sharedPaths(a[name], b[name], [...path, name]);
}

/** By group. The settings have the names of their backends, and no secrets. */
export function compareSettings(to: JsonObject, from: JsonObject): readonly DifferenceGroup[] {
  const changed = [...sharedPaths(to, from)].filter(
    (path) => !isSameStructure(valueAt(to, path), valueAt(from, path)),
  );
  const differenceAt = (path: SettingPath): Difference => {
    const label = (path.length > 1 ? path.slice(1) : path).join('.');
    const rows = [rowOf(label, valueAt(to, path), valueAt(from, path))];
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
  paths.reduce<JsonObject>((body, path) => withValue(body, path, valueAt(settings, path)), {});

import { valueAt, withValue } from '#domain/app/at-path.ts';
import { isObject, type JsonObject } from '#domain/app/lenient.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { type DiffRow, rowOf } from '#domain/settings/import/diff.ts';
import { byId } from '#domain/settings/import/outcome.ts';

export type Part =
  | { readonly of: 'collection' }
  | { readonly of: 'member' | 'option' | 'index'; readonly name: string }
  | { readonly of: 'field'; readonly fieldId: string }
  | { readonly of: 'setting'; readonly path: readonly string[] };

/** `old` in its rows is what the target has, `new` what it would get. */
export interface Difference {
  readonly id: string;
  readonly part: Part;
  readonly label: string;
  /** `removed`: only the target has it. Promoting deletes nothing, so it stays. */
  readonly kind: 'added' | 'changed' | 'removed';
  readonly rows: readonly DiffRow[];
  readonly refusal?: string | undefined;
  /** Ids of the differences without which the backend would refuse it. */
  readonly needs: readonly string[];
}

export interface DifferenceGroup {
  /** Of the collection in the target, or name of the group. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly note?: string | undefined;
  readonly differences: readonly Difference[];
}

export const isPromotable = ({ kind, refusal }: Difference): boolean =>
  kind !== 'removed' && refusal === undefined;

export const differencesOf = (groups: readonly DifferenceGroup[]): readonly Difference[] =>
  groups.flatMap(({ differences }) => differences);

/** By id, after the names of their groups. */
export const labelsOf = (groups: readonly DifferenceGroup[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap(({ name, differences }) =>
      differences.map(({ id, label }) => [id, `${name}: ${label}`] as const),
    ),
  );

/** With all that the ids need, also indirectly; without those that can't be promoted. */
export function withNeeds(differences: readonly Difference[], ids: Iterable<string>): ReadonlySet<string> {
  const known = byId(differences.filter(isPromotable));
  const found = new Set<string>();
  const add = (id: string) => {
    const difference = known.get(id);
    if (!difference || found.has(id)) return;
    found.add(id);
    difference.needs.forEach(add);
  };
  for (const id of ids) add(id);
  return found;
}

/** Without `removed`, and without those that need one of them. */
export function withoutNeeding(
  differences: readonly Difference[],
  selected: ReadonlySet<string>,
  removed: Iterable<string>,
): ReadonlySet<string> {
  const gone = new Set(removed);
  const isKept = (id: string) => {
    const needed = withNeeds(differences, [id]);
    return needed.size > 0 && needed.isDisjointFrom(gone);
  };
  return new Set([...selected].filter(isKept));
}

type SettingPath = readonly string[];

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

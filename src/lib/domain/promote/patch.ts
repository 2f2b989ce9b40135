import { text } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { queryNames } from '#domain/collections/editor/query-names.ts';
import { foldName } from '#domain/collections/fold-name.ts';
import { byId } from '#domain/settings/import/effective.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  isView,
  optionsOf,
  type RawCollection,
  withMember,
} from '#domain/settings/import/raw.ts';
import { alignedTo, namedIndexes } from './collections.ts';
import type { DifferenceGroup } from './difference.ts';

/** A collection of the target with the selected parts of the source. */
function patched(
  old: RawCollection,
  fresh: RawCollection,
  { differences }: DifferenceGroup,
  tools: IndexTools,
): RawCollection {
  const parts = differences.map(({ part }) => part);
  const fields = new Map(fieldsOf(fresh).map((field) => [fieldId(field), field]));
  const renames = new Map<string, string>();
  let schema = [...fieldsOf(old)];
  let options = optionsOf(old);
  let result = old;
  for (const part of parts) {
    if (part.of === 'member') result = withMember(result, part.name, ownOf<unknown>(fresh, part.name));
    if (part.of === 'option') options = withMember(options, part.name, ownOf(optionsOf(fresh), part.name));
    if (part.of !== 'field') continue;
    const field = fields.get(part.fieldId) ?? {};
    const at = schema.findIndex((each) => fieldId(each) === part.fieldId);
    const before = schema[at];
    if (before) renames.set(fieldName(before), fieldName(field));
    schema = before ? schema.with(at, field) : [...schema, field];
  }
  const indexes = new Map(namedIndexes(old, tools));
  for (const [name, sql] of indexes) indexes.set(name, tools.renameColumns(sql, renames));
  for (const part of parts) {
    if (part.of === 'index') indexes.set(part.name, namedIndexes(fresh, tools).get(part.name) ?? '');
  }
  const statements = [...indexes.values()].map((sql) => tools.renameTable(sql, result.name));
  return { ...result, schema, options, indexes: statements };
}

const queryOf = (view: RawCollection): string => text(ownOf(optionsOf(view), 'query'));

/** Tables first, then views after those that they read: the backend creates them in this order. */
function inOrder(collections: readonly RawCollection[]): readonly RawCollection[] {
  let waiting = collections.filter(isView).map((view) => ({ view, reads: queryNames(queryOf(view)).tables }));
  const ordered = collections.filter((collection) => !isView(collection));
  while (waiting.length) {
    const names = new Set(waiting.map(({ view }) => foldName(view.name)));
    const free = waiting.filter(({ reads }) => reads.isDisjointFrom(names));
    // A query that reads its own view can't be stored, which the backend says.
    const next = free.length ? free : waiting;
    ordered.push(...next.map(({ view }) => view));
    waiting = waiting.filter((each) => !next.includes(each));
  }
  return ordered;
}

/** The collections of the target with the selected differences and nothing else of the source, in the order of the import. */
export function patchCollections(
  to: readonly RawCollection[],
  from: readonly RawCollection[],
  groups: readonly DifferenceGroup[],
  tools: IndexTools,
): readonly RawCollection[] {
  const [stored, fresh] = [byId(to), byId(alignedTo(to, from))];
  const patches = groups.flatMap((group) => {
    const [old, aligned] = [stored.get(group.id), fresh.get(group.id)];
    if (!aligned || !group.differences.length) return [];
    return [old ? patched(old, aligned, group, tools) : aligned];
  });
  return inOrder(patches);
}

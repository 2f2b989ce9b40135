import {
  type FilterScope,
  filterCompletions,
  filterPathType,
} from '#domain/collections/filter-completions.ts';
import { followPath } from '#domain/collections/follow-path.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { modifiesStored, unknownField } from '#domain/collections/unknown-field.ts';
import { type ColumnType, choicesOf, isMultiple } from '#domain/field-types/field-type.ts';
import { isPath } from '#domain/model/filter/tree.ts';

export interface PathInfo {
  readonly type: ColumnType | undefined;
  /** A record can have several values there, of which any one or all must match: `tags:each`, `cats.title`. */
  readonly isMany: boolean;
  /** The backend compares all values of a field as one text, which can only contain another one. */
  readonly isList: boolean;
  readonly values: readonly string[];
  /** All that may be compared with it. */
  readonly macros: readonly string[];
  /** Why there is no such path, as a sentence. */
  readonly problem: string | undefined;
}

/** Fields of related records included. */
export const offeredPaths = (scope: FilterScope): readonly string[] =>
  filterCompletions('', scope).filter((path) => isPath(path) && unknownField(path, scope) === undefined);

function problemOf(path: string, scope: FilterScope): string | undefined {
  if (path === '') return 'Choose a field.';
  // A text, a number, a macro or a call on the left is rare; the backend decides.
  const mayBeUnknown = isPath(path) || path.startsWith('@collection.');
  const unknown = mayBeUnknown ? unknownField(path, scope) : undefined;
  return unknown === undefined ? undefined : `There is no field ${unknown}.`;
}

/** Paths such as `author.name`, `tags:length` or `posts_via_author.title`. */
export function describePath(path: string, scope: FilterScope): PathInfo {
  const type = filterPathType(path, scope);
  const segments = path.split('.');
  const modifier = /:(.*)/.exec(segments.at(-1) ?? '')?.[1];
  const { macros: offered, otherMacros } = scope.dialect;
  const macros = Object.keys({ ...offered, ...otherMacros });
  const dates = Object.keys(offered).filter((name) => type === 'date' && offered[name] === type);
  const steps = [...followPath(path, scope.collection, schemaIndex(scope.collections))];
  const fields = steps.flatMap((step) => (step.of === 'field' ? [step.field] : []));
  const lists = fields.map((field) => field !== undefined && isMultiple(field));
  const isList = lists.at(-1) === true;
  const isEach = path.endsWith(':each');
  // A back relation leads to any number of records, and a field after a list belongs to each of its records.
  const isMany = isEach || steps.some(({ of }) => of === 'collection') || lists.slice(0, -1).includes(true);
  const select = fields.findLast((field) => field?.type === 'select');
  const values = select ? choicesOf(select) : type === 'bool' ? ['true', 'false'] : dates;
  const isOne = path.endsWith(':length');
  // After other fields than those of the schema the backend accepts none. What is below a JSON field may have any name.
  const isUnmodifiable =
    fields.length === segments.length && !(fields.at(-1) && modifiesStored(scope.dialect, modifier));
  return {
    type,
    isMany: isMany && !isOne,
    isList: isList && !isOne && !isEach,
    values: isOne ? [] : values,
    macros,
    problem:
      problemOf(path, scope) ??
      (modifier !== undefined && isUnmodifiable
        ? `There is no modifier :${modifier} for this field.`
        : undefined),
  };
}

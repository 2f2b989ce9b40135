import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Dialect } from '#domain/backend/dialect.ts';
import type { Field } from '#domain/backend/field.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { columnsOf } from './columns.ts';
import { type Level, reach } from './completions.ts';
import { backName, backRelation, type SchemaIndex } from './schema-index.ts';
import { searchFieldsOf } from './system-fields.ts';

/** The type of the values at a path: `cat.title`, `tags:length`; undefined for what has none, such as `@request`. */
export function pathType(path: string, root: Level, { modifiers }: Dialect): ColumnType | undefined {
  const { level, last } = reach(path, root);
  const [name = '', modifier] = last.split(':');
  return modifiers.find((one) => one.name === modifier)?.type ?? level?.type?.(name);
}

/** The types of names that are the same everywhere: macros and system fields. */
export function commonType(name: string, dialect?: Dialect): ColumnType | undefined {
  if (name === 'true' || name === 'false') return 'bool';
  if (name === 'created' || name === 'updated') return 'date';
  return name === 'id' || name === 'email' ? name : ownOf(dialect?.macros ?? {}, name);
}

/** The backend refuses longer paths. */
const MAX_RELATIONS = 6;

export interface FieldPaths {
  readonly index: SchemaIndex;
  /** The modifiers of a field, without their colon; called with undefined for a system field or an unknown name. */
  readonly modifiersOf: (field: Field | undefined) => readonly string[];
}

/** What any of the collections has, each once. */
const unique = <T>(collections: readonly Collection[], of: (collection: Collection) => T | readonly T[]) => [
  ...new Set(collections.flatMap(of)),
];

/** The collections to which a path segment leads from any of the given collections. */
const follow = (collections: readonly Collection[], segment: string, index: SchemaIndex): Collection[] =>
  unique(collections, (collection) => {
    const field = index.field(collection, segment);
    return (field ? index.target(field) : backRelation(segment, collection, index)?.collection) ?? [];
  });

/** The fields and back relations of a record that may belong to any of the collections, after so many relations. */
export function fieldLevel(
  collections: readonly Collection[],
  paths: FieldPaths,
  relations = 0,
): Required<Level> {
  const { index, modifiersOf } = paths;
  return {
    // A getter, because most levels of a path are only passed and their names are not needed.
    get names() {
      return unique(collections, (collection) => [
        ...searchFieldsOf(collection),
        ...index.pointingTo(collection).map(backName),
      ]);
    },
    modifiers: (name) => unique(collections, (collection) => modifiersOf(index.field(collection, name))),
    type(name) {
      for (const collection of collections) {
        if (backRelation(name, collection, index)) return 'relation';
        const column = columnsOf(collection).find((known) => known.name === name);
        if (column) return column.type;
      }
      return name === 'verified' || name === 'emailVisibility' ? 'bool' : undefined;
    },
    next: (name) =>
      relations < MAX_RELATIONS
        ? fieldLevel(follow(collections, name, index), paths, relations + 1)
        : undefined,
  };
}

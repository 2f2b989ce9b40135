import type { ColumnType } from '#domain/field-types/field-type.ts';
import { fieldModifiers, requestModifiers } from '#domain/field-types/modifiers.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import type { Collection } from '../collection.ts';
import { completions, FILTER_MACROS, type Level } from '../completions.ts';
import { commonType, type FieldPaths, fieldLevel, pathType } from '../field-level.ts';
import { type SchemaIndex, schemaIndex } from '../schema-index.ts';
import { AUTH_FIELDS } from '../system-fields.ts';

const REQUEST = ['context', 'method', 'headers', 'query', 'data', 'auth'] as const;
/** Fields of `@request.auth` in every auth collection. */
const ACCOUNT_FIELDS = ['id', 'collectionId', 'collectionName', ...AUTH_FIELDS, 'created', 'updated'];

/** A level of submitted data. Its values may be missing, so it also offers the modifier `isset`. */
function submittedLevel(level: Level): Level {
  return {
    get names() {
      return level.names;
    },
    modifiers: (name) => ['isset', ...(level.modifiers?.(name) ?? [])],
    type: (name) => level.type?.(name),
    next(name) {
      const next = level.next?.(name);
      return next && submittedLevel(next);
    },
  };
}

function requestLevel(collection: Collection, index: SchemaIndex): Level {
  const paths: FieldPaths = { index, modifiersOf: requestModifiers };
  return {
    names: REQUEST,
    type: (name) => (name === 'method' || name === 'context' ? 'text' : undefined),
    next(name) {
      if (name === 'data') return submittedLevel(fieldLevel([collection], paths));
      if (name !== 'auth') return undefined;
      const user = fieldLevel(index.authCollections, paths);
      return {
        get names() {
          return [...new Set([...ACCOUNT_FIELDS, ...user.names])];
        },
        modifiers: user.modifiers,
        type: user.type,
        next: user.next,
      };
    },
  };
}

function collectionLevel(collections: readonly Collection[], paths: FieldPaths): Level {
  return {
    names: collections.map(({ name }) => name),
    next(name) {
      // An alias may follow the name: `@collection.posts:other.title`.
      const named = paths.index.byName(name.replace(/:.*$/, ''));
      return named && fieldLevel([named], paths);
    },
  };
}

function rootLevel(collection: Collection, collections: readonly Collection[]): Level {
  const index = schemaIndex(collections);
  const paths: FieldPaths = { index, modifiersOf: fieldModifiers };
  const { names, modifiers, type, next } = fieldLevel([collection], paths);
  return {
    names: [...names, '@request', '@collection', ...FILTER_MACROS],
    modifiers,
    type: (name) => type(name) ?? commonType(name),
    next(name) {
      if (name === '@request') return requestLevel(collection, index);
      return name === '@collection' ? collectionLevel(collections, paths) : next(name);
    },
  };
}

/** The paths that begin with `prefix`, the path before the caret, ignoring case. */
export function ruleCompletions(
  prefix: string,
  collection: Collection,
  collections: readonly Collection[],
): string[] {
  const lowerCase = prefix.toLowerCase();
  const paths = completions(prefix, rootLevel(collection, collections));
  return paths.filter((path) => isFilterable(path) && path.toLowerCase().startsWith(lowerCase));
}

export const rulePathType = (
  path: string,
  collection: Collection,
  collections: readonly Collection[],
): ColumnType | undefined => pathType(path, rootLevel(collection, collections));

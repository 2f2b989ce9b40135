import type { Collection } from '#domain/backend/collection.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { completions, filterWords, type Level } from '../completions.ts';
import { commonType, type FieldPaths, fieldLevel, pathType } from '../field-level.ts';
import { type FilterScope, pathsFrom } from '../filter-completions.ts';
import { schemaIndex } from '../schema-index.ts';
import { AUTH_FIELDS } from '../system-fields.ts';

/** Fields of `@request.auth` in every auth collection. */
const ACCOUNT_FIELDS = ['id', 'collectionId', 'collectionName', ...AUTH_FIELDS, 'created', 'updated'];

function requestLevel(scope: FilterScope): Level {
  const { body } = scope.dialect;
  return {
    names: ['context', 'method', 'headers', 'query', body, 'auth'],
    type: (name) => (name === 'method' || name === 'context' ? 'text' : undefined),
    next(name) {
      if (name === body) return fieldLevel([scope.collection], pathsFrom(scope, 'body'));
      if (name !== 'auth') return undefined;
      const user = fieldLevel(schemaIndex(scope.collections).authCollections, pathsFrom(scope, 'user'));
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

function rootLevel(scope: FilterScope): Level {
  const { collection, collections, dialect } = scope;
  const paths = pathsFrom(scope);
  const { names, modifiers, type, next } = fieldLevel([collection], paths);
  return {
    names: [...names, '@request', '@collection', ...filterWords(dialect)],
    modifiers,
    type: (name) => type(name) ?? commonType(name, dialect),
    next(name) {
      if (name === '@request') return requestLevel(scope);
      return name === '@collection' ? collectionLevel(collections, paths) : next(name);
    },
  };
}

/** The paths that begin with `prefix`, the path before the caret, ignoring case. */
export function ruleCompletions(prefix: string, scope: FilterScope): string[] {
  const lowerCase = prefix.toLowerCase();
  const paths = completions(prefix, rootLevel(scope));
  return paths.filter((path) => isFilterable(path) && path.toLowerCase().startsWith(lowerCase));
}

export const rulePathType = (path: string, scope: FilterScope): ColumnType | undefined =>
  pathType(path, rootLevel(scope), scope.dialect);

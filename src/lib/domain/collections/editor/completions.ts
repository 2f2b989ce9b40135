import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { searchFieldsOf } from '../columns.ts';
import { completions, filterWords, type Level } from '../completions.ts';
import {
  commonType,
  type FieldPaths,
  type FilterScope,
  fieldLevel,
  pathsFrom,
  pathType,
} from '../filter-completions.ts';
import { schemaIndex } from '../schema-index.ts';

/** Where a rule is written. */
export interface RuleScope extends FilterScope {
  /** The columns that every auth collection has by itself. */
  readonly account: readonly Field[];
}

function requestLevel(scope: RuleScope): Level {
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
          const own = searchFieldsOf({ type: 'auth', fields: scope.account });
          return [...new Set(['id', 'collectionId', 'collectionName', ...own, ...user.names])];
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

function rootLevel(scope: RuleScope): Level {
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
export function ruleCompletions(prefix: string, scope: RuleScope): string[] {
  const lowerCase = prefix.toLowerCase();
  const paths = completions(prefix, rootLevel(scope));
  return paths.filter((path) => isFilterable(path) && path.toLowerCase().startsWith(lowerCase));
}

export const rulePathType = (path: string, scope: RuleScope): ColumnType | undefined =>
  pathType(path, rootLevel(scope), scope.dialect);

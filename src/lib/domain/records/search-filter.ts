// chunks: search filter
import { ApiError } from '#domain/app/api-error.ts';
import { searchedText, spellingsOf } from '#domain/app/searched-text.ts';
import { textInJson } from '#domain/app/text-in-json.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { ListLimits } from '#domain/backend/dialect.ts';
import { columnsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { hasLetters, isMultiple } from '#domain/field-types/field-type.ts';
import { filterFits, sizeProblem } from '#domain/model/filter/fit.ts';
import { containsFilter } from '#domain/model/filter/print.ts';
import { presentableFields } from './list-query.ts';

/** Types of fields to search first when a request has no room for all. */
const SEARCHED_FIRST = /^(?:text|editor|email|username|url|select|json)$/;

/** Those for which a request has room: all, else the text, else its beginning, without half a character. */
export function fittingSpellings(text: string, fits: (spellings: readonly string[]) => boolean) {
  let spellings = spellingsOf(text);
  if (!fits(spellings)) spellings = [text];
  for (let length = text.length; !fits(spellings); length = Math.floor(length * 0.9))
    spellings = [text.slice(0, length).replace(/[\ud800-\udbff]$/, '')];
  return spellings;
}

/** For what narrows a search, such as "has a file" or the ids of changed records. */
const NARROWING = { bytes: 200, comparisons: 46 };

/** The first of `fields` for which a request has room; `filterOf` is the filter for some of them. */
export function searchable(
  fields: readonly string[],
  filterOf: (fields: readonly string[]) => string,
  limits: ListLimits,
) {
  let count = fields.length;
  while (count > 1 && !filterFits(filterOf(fields.slice(0, count)), limits, NARROWING)) count -= 1;
  return fields.slice(0, count);
}

export interface Search {
  readonly filter: string;
  /** Undefined if it is a filter. */
  readonly text?: string | undefined;
  /** The searched fields, if not all are. */
  readonly only?: readonly string[] | undefined;
  readonly isCut?: boolean;
  /** In no other spelling. */
  readonly isAsTyped?: boolean;
}

/** Other spellings are searched where a letter may be, JSON and lists of values also for the text as it is in JSON. */
export function searchOf(collection: Collection, search: string, limits: ListLimits): Search {
  const fields = searchFieldsOf(collection);
  const text = searchedText(search, fields);
  if (!text) return { filter: search.trim(), text };
  const columns = new Map(columnsOf(collection).map((column) => [column.name, column]));
  const typeOf = (name: string) => columns.get(name)?.type ?? 'bool';
  const isJson = (name: string) => {
    const field = columns.get(name)?.field;
    return field && (field.type === 'json' || isMultiple(field));
  };
  const filterOf = (some: readonly string[], spelled: readonly string[]): string =>
    spelled
      .flatMap((spelling, index) => {
        const stored = textInJson(spelling);
        const found = index ? some.filter((name) => hasLetters(typeOf(name))) : some;
        const more = stored === spelling ? [] : some.filter(isJson);
        return [containsFilter(spelling, found), containsFilter(stored, more)];
      })
      .filter(Boolean)
      .join('||');
  const shown = presentableFields(collection);
  const rank = (name: string) => (shown.includes(name) ? 0 : SEARCHED_FIRST.test(typeOf(name)) ? 1 : 2);
  const ranked = fields.toSorted((one, other) => rank(one) - rank(other));
  const spellings = fittingSpellings(text, (some) => filterFits(filterOf(ranked.slice(0, 1), some), limits));
  const only = searchable(ranked, (some) => filterOf(some, spellings), limits);
  const hasAll = only.length === fields.length;
  return {
    filter: filterOf(hasAll ? fields : only, spellings),
    text,
    only: hasAll ? undefined : only,
    isCut: spellings[0] !== text,
    isAsTyped: spellings[0] === text && spellings.length < spellingsOf(text).length,
  };
}

export const sentFilter = (collection: Collection, search: string, limits: ListLimits): string =>
  searchOf(collection, search, limits).filter;

/** Refuses a filter, as the backend does, if only the first page of its list might have room for it. */
export function checkLength(filter: string, limits: ListLimits): void {
  if (sizeProblem(filter, limits)) throw new ApiError({ status: 400, message: '' });
}

/** A search names each field, which can make the address too long for a proxy. */
export const TOO_LONG_MESSAGE =
  'The request is too long for a server on its way. Search for less, or in one field: title ~ "text".';

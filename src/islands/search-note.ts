import { hasOperator, searchedText } from '#domain/app/filter.ts';
import { filterFits } from '#domain/app/query-length.ts';
import { searchFieldsOf } from '#domain/collections/columns.ts';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { searchOf } from '#domain/records/search-filter.ts';

/** What is to be known about a search for a text; undefined if there is nothing. */
export function searchNote(
  filter: string,
  known: readonly string[] | FilterScope,
  isRefused: boolean,
): string | undefined {
  const isOfRecords = 'collection' in known;
  const search = isOfRecords ? searchOf(known.collection, filter) : { filter };
  const text = searchedText(filter, isOfRecords ? searchFieldsOf(known.collection) : known);
  const notes = [
    text !== undefined && hasOperator(filter) && 'Searched as text.',
    search.only && `With this text, there is only room to search in ${search.only.join(', ')}.`,
    'isCut' in search && search.isCut && 'Only the beginning of the text is searched.',
    isRefused && !filterFits(search.filter) && 'It is too long for a request.',
  ];
  return notes.filter(Boolean).join(' ') || undefined;
}

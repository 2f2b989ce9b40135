import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { searchedText } from '#domain/app/searched-text.ts';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { sizeProblem } from '#domain/model/filter/fit.ts';
import { hasOperator } from '#domain/model/filter/print.ts';
import { type Search, searchOf } from '#domain/records/search-filter.ts';
import { dialect } from '#stores/app/dialect.ts';
import type { PagedList } from '#stores/factories/create-list.ts';

/** What a filter may name: fields, or those that paths from a collection lead to. */
type Known = readonly string[] | FilterScope;

function searchNote(filter: string, known: Known, isRefused: boolean): string | undefined {
  const search: Search =
    'collection' in known
      ? searchOf(known.collection, filter, dialect().limits)
      : { filter, text: searchedText(filter, known) };
  const notes = [
    search.text !== undefined && hasOperator(filter) && 'Searched as text.',
    search.only && `With this text, there is only room to search in ${search.only.join(', ')}.`,
    search.isCut && 'Only the beginning of the text is searched.',
    search.isAsTyped && 'The text is searched only in the spelling that you typed.',
    isRefused && sizeProblem(search.filter, dialect().limits),
  ];
  return notes.filter(Boolean).join(' ') || undefined;
}

async function explainFilter(filter: string, known: Known | undefined): Promise<string | undefined> {
  const { filterProblem } = await import('#domain/model/filter/problem.ts');
  if (!known) return filterProblem(filter, () => undefined, dialect());
  if ('collection' in known) {
    const { unknownField } = await import('#domain/collections/unknown-field.ts');
    return filterProblem(filter, (path) => unknownField(path, known), known.dialect);
  }
  const unknown = (path: string) => (known.includes(path.replace(/:.*$/, '')) ? undefined : path);
  return filterProblem(filter, unknown, dialect());
}

export interface FilterNoteProps {
  /** The text that is searched, or no valid filter. */
  readonly filter: string;
  readonly known?: Known | undefined;
  /** What else than that it is not valid is said of it. */
  readonly said?: string | undefined;
  /** What is said if nobody knows what is wrong with it. */
  readonly reason?: string | undefined;
  readonly children?: ReactNode;
}

/** The line below a search field whose text looks like a filter and is no valid one. */
export function FilterNote({ filter, known, said, reason, children }: FilterNoteProps) {
  const [found, setFound] = useState<{ readonly filter: string; readonly problem: string | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a filter may name is read when it was searched.
  useEffect(() => {
    // Without its code, the note says that much at least.
    void explainFilter(filter, known).then(
      (problem) => setFound({ filter, problem }),
      () => undefined,
    );
  }, [filter]);
  const problem = found?.filter === filter ? (found.problem ?? reason) : undefined;
  // What a text lacks to be a filter says nothing about it.
  const isSaid = !said || problem?.startsWith('There is no field');
  return (
    <p className="flex items-start gap-1.5 pt-1.5">
      <span
        aria-hidden="true"
        className="mt-0.5 icon-[ri--information-line] size-3.5 shrink-0 text-warning"
      />
      <span className="min-w-0 wrap-anywhere">
        {said ?? 'This is not a valid filter.'} {isSaid && problem} {children}
      </span>
    </p>
  );
}

export interface RefusedFilterProps {
  readonly $list: ReadableAtom<PagedList<unknown>>;
  readonly filter: string;
  readonly known: () => Known | undefined;
}

export default function RefusedFilter({ $list, filter, known }: RefusedFilterProps) {
  const list = useStore($list);
  const isRefused = list.state === 'ready' && list.isRefused === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a filter may name is read when it was searched.
  const said = useMemo(() => searchNote(filter, known() ?? [], isRefused), [filter, isRefused]);
  return (isRefused || said) && <FilterNote filter={filter} known={known()} said={said} />;
}

import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Token } from '#components/elements/Token.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { setFilter } from '#stores/app/list-address.ts';
import { $filterTokens } from '#stores/records/filter-by.ts';
import { noteFilters } from '#stores/records/recent-filters.ts';
import { RecentFilters } from './RecentFilters.tsx';

function FilterTokens() {
  const tokens = useStore($filterTokens);
  const list = useRef<HTMLUListElement>(null);
  useEffect(noteFilters, []);
  const searchField = () =>
    list.current?.parentElement?.querySelector<HTMLElement>('form :is(input, textarea)');
  useFocusInList(list, 'li', tokens.length, searchField);
  return (
    // In the page also without conditions: it is where the focus is lost with the last ones.
    <ul
      ref={list}
      hidden={tokens.length === 0}
      aria-label="Conditions of the filter"
      className="flex flex-wrap gap-1.5 pt-2"
    >
      {tokens.map(({ label, rest }) => (
        <Token key={label} label={label} onRemove={() => setFilter(rest)} />
      ))}
    </ul>
  );
}

export interface FilterPartsProps {
  readonly isEmpty?: boolean;
}

/** What the search field brings: the conditions of the filter, or, while it is empty, the last filters. */
export default function FilterParts({ isEmpty }: FilterPartsProps) {
  return isEmpty ? <RecentFilters /> : <FilterTokens />;
}

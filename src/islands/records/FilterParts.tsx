import { FilterTokens } from './FilterTokens.tsx';
import { RecentFilters } from './RecentFilters.tsx';

export interface FilterPartsProps {
  /** Whether the search field is empty. */
  readonly isEmpty?: boolean;
}

/** What the search field brings: the conditions of the filter, or, while it is empty, the last filters. */
export default function FilterParts({ isEmpty }: FilterPartsProps) {
  return isEmpty ? <RecentFilters /> : <FilterTokens />;
}

import { useStore } from '@nanostores/react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { $matches, $search, $selected, search, stepMatch } from '#stores/collections/schema/diagram.ts';
import { CollectionSearch } from '../CollectionSearch.tsx';

/** Finds collections by their names and fields; Enter goes to the next match. */
export function SchemaSearch() {
  const text = useStore($search);
  const matches = useStore($matches);
  const at = matches.indexOf(useStore($selected) ?? '') + 1;
  const isOff = matches.length < 2;
  return (
    <form
      className="flex min-w-0 items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        stepMatch(1);
      }}
    >
      <CollectionSearch value={text} onChange={search} />
      <span role="status" className="whitespace-nowrap text-xs text-muted tabular-nums">
        {text.trim() && (matches.length ? `${at || '–'} of ${matches.length}` : 'None found')}
      </span>
      {text.trim() && (
        <>
          <IconButton
            icon="icon-[ri--arrow-up-s-line]"
            label="Previous match"
            aria-disabled={isOff}
            onClick={() => stepMatch(-1)}
          />
          <IconButton
            icon="icon-[ri--arrow-down-s-line]"
            label="Next match"
            aria-disabled={isOff}
            onClick={() => stepMatch(1)}
          />
        </>
      )}
    </form>
  );
}

import { useStore } from '@nanostores/react';
import { Select } from '#components/form/Select.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import type { Import } from '#stores/records/import/import.ts';

/** How rows find records that exist, and what happens with these. */
export function MatchFields({ session }: { readonly session: Import }) {
  const { match, onMatch, newName } = useStore(session.$options);
  const unique = useStore(session.$unique);
  const choices = useStore(session.$choices);
  if (newName !== undefined) return null;
  const isFilled = (field: string) => choices.some(({ use, name }) => use === 'field' && name === field);
  const keys = ['id', ...unique].filter(isFilled);
  return (
    <div className="grid gap-x-4 border-t border-base-300 pt-3 sm:grid-cols-2">
      <Select
        label="Find existing records by"
        placeholder="None: create a record of each row"
        value={match}
        options={keys.map((value) => ({ value }))}
        emptyText="No column is an id or a unique field."
        help="By id or by a unique field. The same file again then changes nothing."
        onChange={(field) => session.setOptions({ match: field })}
      />
      {match !== '' && (
        <Toggle
          className="sm:pt-5"
          label="Skip rows whose record exists"
          help="If off, the imported fields of the record are updated."
          checked={onMatch === 'skip'}
          onChange={(skips) => session.setOptions({ onMatch: skips ? 'skip' : 'update' })}
        />
      )}
    </div>
  );
}

import { useStore } from '@nanostores/react';
import { Select } from '#components/form/Select.tsx';
import type { Import } from '#stores/records/import/import.ts';

const ALWAYS = 'always';

/** How rows find records that exist, and what happens with these. */
export function MatchFields({ session }: { readonly session: Import }) {
  const { match, onMatch, newName } = useStore(session.$options);
  const unique = useStore(session.$unique);
  const choices = useStore(session.$choices);
  if (newName !== undefined) return null;
  const isFilled = (field: string) => choices.some(({ use, name }) => use === 'field' && name === field);
  const keys = ['id', ...unique].filter(isFilled);
  return (
    <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
      <Select
        label="Find existing records"
        required
        value={match || ALWAYS}
        options={[
          { value: ALWAYS, label: 'No, create each row' },
          ...keys.map((value) => ({ value, label: `By ${value}` })),
        ]}
        help="By id or by a unique field with a column."
        onChange={(value) => session.setOptions({ match: value === ALWAYS ? '' : value })}
      />
      {match !== '' && (
        <Select
          label="When a record is found"
          required
          value={onMatch}
          options={[
            { value: 'update', label: 'Update the imported fields' },
            { value: 'skip', label: 'Skip the row' },
          ]}
          onChange={(value) => session.setOptions({ onMatch: value === 'skip' ? 'skip' : 'update' })}
        />
      )}
    </div>
  );
}

import { Select } from '#components/form/Select.tsx';
import type { Collection } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { RecordChoice } from './RecordChoice.tsx';

export interface SubjectChoiceProps {
  readonly label: string;
  /** What the choice without a user is called. */
  readonly none: string;
  readonly authCollections: readonly Collection[];
  /** Id of an auth collection; empty without a user. */
  readonly authId: string;
  readonly user: RecordData | undefined;
  readonly error?: string | undefined;
  readonly onAuth: (authId: string) => void;
  readonly onUser: (user: RecordData | undefined) => void;
}

const NONE = 'none';

/** Chooses a record of an auth collection, or none. */
export function SubjectChoice(props: SubjectChoiceProps) {
  const { label, none, authCollections, authId, user, error, onAuth, onUser } = props;
  const collection = authCollections.find(({ id }) => id === authId);
  return (
    <>
      <Select
        label={label}
        isFixed
        options={[
          { value: NONE, label: none },
          ...authCollections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={authId || NONE}
        onChange={(value) => onAuth(value === NONE ? '' : value)}
      />
      {collection && (
        <RecordChoice
          key={collection.id}
          label="User"
          error={error}
          collection={collection}
          record={user}
          onChange={onUser}
        />
      )}
    </>
  );
}

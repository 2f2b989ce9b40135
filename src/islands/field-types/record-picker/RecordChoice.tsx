import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { closeByProps, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Field } from '#components/form/Field.tsx';
import { Select } from '#components/form/Select.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import { presentableText, type RecordData } from '#domain/records/record.ts';

export interface SubjectChoiceProps {
  readonly label: string;
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

const RecordPickerDialog = lazyPart(() => import('./RecordPickerDialog.tsx'), { onClose: closeByProps });

export interface RecordChoiceProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly collection: Collection;
  readonly record: RecordData | undefined;
  readonly onChange: (record: RecordData | undefined) => void;
}

/** Chooses a record of a collection in a dialog. */
export function RecordChoice(props: RecordChoiceProps) {
  const { label, error, collection, record, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const text = record ? presentableText(record, collection) : 'Choose a record';
  return (
    <>
      <Field label={label} error={error}>
        {(control) => (
          <div className="flex items-center gap-1">
            <Button
              id={control.id}
              aria-describedby={control['aria-describedby']}
              aria-label={`${label}: ${text}${record ? ` ${record.id}` : ''}`}
              className="min-w-0 grow justify-start"
              onClick={() => setIsOpen(true)}
            >
              <bdi className="truncate">{text}</bdi>{' '}
              {record && <span className="ml-auto font-mono text-xs text-muted">{record.id}</span>}
            </Button>
            {record && (
              <IconButton
                icon="icon-[ri--close-line]"
                label={`Clear ${label}`}
                tooltip="Clear"
                onClick={() => onChange(undefined)}
              />
            )}
          </div>
        )}
      </Field>
      {isOpen && (
        <RecordPickerDialog
          collection={collection}
          ids={record ? [record.id] : []}
          max={1}
          isChoiceOnly
          onSet={([chosen]) => onChange(chosen)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

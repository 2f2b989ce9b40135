import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { SideChoice } from '#components/form/SideChoice.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { ownOf } from '#domain/app/lenient.ts';
import type { Side } from '#domain/model/parts.ts';
import type { FieldConflict } from '#domain/records/panel/merge.ts';
import { FieldValue } from '#islands/field-types/previews/FieldValue.tsx';

export interface ConflictViewProps {
  /** The record, where it is not clear which one is meant. */
  readonly of?: string;
  readonly conflicts: readonly FieldConflict[];
  readonly onDecided: (choices: Readonly<Record<string, Side>>) => Promise<void>;
  readonly onCancel: () => void;
}

/** Both values of the fields that were changed here and elsewhere. Nothing is sent until each is decided. */
export function ConflictView({ of, conflicts, onDecided, onCancel }: ConflictViewProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const isDecided = conflicts.every(({ field }) => Object.hasOwn(choices, field.name));

  return (
    <OverlayPanel
      variant="centered"
      size="lg"
      title="Changed by somebody else"
      onRequestClose={onCancel}
      cancel="Cancel"
      footer={
        <Button variant="primary" disabled={!isDecided} onClick={() => void onDecided(choices)}>
          Save changes
        </Button>
      }
    >
      <p className="pb-3">
        {of === undefined ? (
          'Since you opened it'
        ) : (
          <>
            Since you edited cells of “<bdi>{of}</bdi>”
          </>
        )}
        , the same fields were saved with other values. Which ones stay?
      </p>
      {conflicts.map(({ field, mine, theirs }) => (
        <SideChoice
          key={field.name}
          label={field.name}
          name={`conflict-${field.name}`}
          chosen={ownOf(choices, field.name)}
          onChoose={(side) => setChoices({ ...choices, [field.name]: side })}
          value={(side) => <FieldValue field={field} value={side === 'mine' ? mine : theirs} />}
        />
      ))}
    </OverlayPanel>
  );
}

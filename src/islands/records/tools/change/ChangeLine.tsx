import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Select } from '#components/form/Select.tsx';
import { ownOf } from '#domain/app/own.ts';
import { type FieldType, fieldTypes } from '#domain/field-types/field-type.ts';
import { type FieldChange, howLabel, howsOf, howVerb } from '#domain/records/bulk/field-change.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { FIELDS } from '#islands/field-types/controls/registry.ts';
import type { FieldChanges } from '#stores/records/bulk/change.ts';

/** What the controls of the record panel need: there is no record yet. */
const NO_RECORD = { $isDirty: atom(false), $known: atom(undefined) };

/** The type of a field; a system field has that of its kind. */
export const typeOf = ({ kind }: FormField): FieldType => fieldTypes.find((type) => type === kind) ?? 'text';

/** The field as its control shows it: what is added has no limits, and the label says what the value is for. */
function shownField(change: FieldChange): FormField {
  const { field, how } = change;
  const what =
    how === 'set' ? 'New value of' : `${howLabel(field, how)}${field.kind === 'number' ? '' : ':'}`;
  const name = `${what} ${field.name}`;
  if (how === 'set' || !field.field) return { ...field, name };
  const { min: _min, max: _max, minSelect: _minSelect, ...options } = field.field.options;
  return { ...field, name, required: true, field: { ...field.field, options } };
}

/** One field: what happens to it, and the control of the record panel for the value. */
export function ChangeLine({ changes, change }: { changes: FieldChanges; change: FieldChange }) {
  const { field, how, value } = change;
  const error = ownOf(useStore(changes.$errors), field.name);
  const hows = howsOf(field);
  const Control = FIELDS[typeOf(field)];
  return (
    <section
      aria-label={field.name}
      className="border-b border-base-300 py-2 last:border-b-0"
      data-change={field.name}
    >
      <Select
        label={field.name}
        icon={FIELD_ICONS[typeOf(field)]}
        isFixed
        options={hows.map((each) => ({ value: each, label: howLabel(field, each) }))}
        value={how}
        error={how === 'clear' ? error : undefined}
        onChange={(next) => {
          const chosen = hows.find((each) => each === next);
          if (chosen) changes.setHow(field.name, chosen);
        }}
        aside={
          <IconButton
            variant="small"
            icon="icon-[ri--close-line]"
            label={`Do not change ${field.name}`}
            onClick={() => changes.remove(field.name)}
          />
        }
      />
      {how !== 'clear' && (
        <div data-field={field.name}>
          <Control
            key={howVerb(change)}
            field={shownField(change)}
            value={value}
            error={error}
            onChange={(next) => changes.setValue(field.name, next)}
            panel={NO_RECORD}
          />
        </div>
      )}
    </section>
  );
}

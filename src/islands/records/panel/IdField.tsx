import { useStore } from '@nanostores/react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { formatLocal } from '#domain/app/date.ts';
import { textOf } from '#domain/field-types/form-value.ts';
import type { RecordData } from '#domain/records/record.ts';
import { FIELD_ICONS } from '#islands/field-types/icons.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { useField } from './use-field.ts';

/** Shortest id that can be typed. */
const MIN_LENGTH = 15;

function Dates({ record }: { readonly record: RecordData }) {
  const date = (name: string) => {
    const value = record[name];
    return formatLocal(typeof value === 'string' ? value : '');
  };
  const text = `Created: ${date('created')}\nUpdated: ${date('updated')}`;
  return (
    <IconButton
      variant="hint"
      className="size-6 text-muted max-sm:-my-2 max-sm:size-10"
      icon={FIELD_ICONS.date}
      label="Created and updated"
      tooltip={text}
      tooltipSide="left"
    />
  );
}

/** The record's id: typed or left to the backend while it is new, read-only later (RF-01). */
export function IdField({ panel }: { readonly panel: RecordPanel }) {
  const recordId = useStore(panel.$recordId);
  const load = useStore(panel.$record);
  const { value, error, onChange } = useField(panel, 'id');
  const record = load.state === 'ready' ? load.value : undefined;
  if (recordId !== undefined) {
    return (
      <TextInput
        label="id"
        icon={FIELD_ICONS.id}
        mono
        readOnly
        aside={record && <Dates record={record} />}
        value={recordId}
        onChange={onChange}
      />
    );
  }
  return (
    <TextInput
      data-field="id"
      label="id"
      icon={FIELD_ICONS.id}
      mono
      placeholder="Leave empty to auto generate..."
      minLength={MIN_LENGTH}
      spellCheck={false}
      value={textOf(value)}
      error={error}
      onChange={onChange}
    />
  );
}

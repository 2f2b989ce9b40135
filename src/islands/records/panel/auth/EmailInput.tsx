import { useStore } from '@nanostores/react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { TextInput } from '#components/form/TextInput.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { useField } from '../use-field.ts';

/** The email address of an auth record, and whether others may see it. */
export function EmailInput({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const email = useField(panel, 'email');
  const visibility = useField(panel, 'emailVisibility');
  const isPublic = visibility.value === true;
  return (
    <TextInput
      data-field="email"
      type="email"
      label="Email"
      icon={FIELD_ICONS.email}
      autoComplete="off"
      required={collection.options['requireEmail'] === true}
      value={textOf(email.value)}
      error={email.error ?? visibility.error}
      onChange={email.onChange}
      aside={
        <button
          type="button"
          className={`inline-flex h-6 cursor-pointer items-center rounded-field px-1.5 text-xs font-medium max-sm:-my-2 max-sm:h-10 ${isPublic ? 'text-success' : 'text-muted'} hover:bg-tint`}
          data-tooltip="Make email public or private"
          data-tooltip-side="left"
          onClick={() => visibility.onChange(!isPublic)}
        >
          Public: {isPublic ? 'On' : 'Off'}
        </button>
      }
    />
  );
}

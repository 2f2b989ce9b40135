import { useCallback, useSyncExternalStore } from 'react';
import { ownOf } from '#domain/app/own.ts';
import { type FormValue, textOf } from '#domain/field-types/form-value.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** One field of a panel. */
export interface PanelField {
  readonly value: FormValue | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: FormValue) => void;
}

/** The value and the error of one field. Changes of other fields do not render the component. */
export function useField(panel: RecordPanel, name: string): PanelField {
  const value = useSyncExternalStore(panel.$values.listen, () => ownOf(panel.$values.get(), name));
  const error = useSyncExternalStore(panel.$errors.listen, () => ownOf(panel.$errors.get(), name));
  const onChange = useCallback((next: FormValue) => panel.set(name, next), [panel, name]);
  return { value, error, onChange };
}

/** Like {@link useField}, as props of an input of text. */
export function useTextField(panel: RecordPanel, name: string) {
  const { value, ...field } = useField(panel, name);
  return { ...field, value: textOf(value) };
}

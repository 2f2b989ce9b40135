import type { ReadableAtom } from 'nanostores';
import { useState } from 'react';
import type { SettingFields, SettingValues } from '#domain/app/settings-fields.ts';
import { isKept } from '#domain/backend/settings.ts';
import type { SettingsForm } from '#stores/factories/create-settings-form.ts';
import { useInitial } from './island.tsx';

/** `<TextInput {...field('smtp.host')} required />`, and for toggles `<Toggle {...field.toggle('smtp.enabled')} />`. */
export function useSettingFields<Fields extends SettingFields>(form: SettingsForm<Fields>) {
  type Path = keyof Fields & string;
  const values: SettingValues<Fields> = useInitial(form.$values);
  const errors = useInitial(form.$errors);
  const propsOf = <P extends Path>(path: P) => ({
    label: form.labelOf(path),
    name: path,
    error: errors[path],
    onChange: (value: SettingValues<Fields>[P]) => {
      const base: SettingValues<Fields>[P] = form.$base.get()[path];
      // A secret that may be stored stays: emptying what was typed does not remove it.
      const isUntold = value === '' && isKept(base) && base.kept === 'unknown';
      form.set(path, isUntold ? base : value);
    },
  });
  // The annotation removes `undefined`, which paths that are template types would add.
  const valueAt = <P extends Path>(path: P): SettingValues<Fields>[P] => values[path];
  const field = <P extends Path>(path: P) => ({ ...propsOf(path), value: valueAt(path) });
  const toggle = <P extends Path>(path: P) => ({ ...propsOf(path), checked: valueAt(path) });
  return Object.assign(field, { toggle, values, errors });
}

/** While it is on or a field has a message, and then as long as the form has edits: typing removes the message. */
export function useSection(isOn: boolean, hasMessage: boolean, $isDirty: ReadableAtom<boolean>): boolean {
  const isDirty = useInitial($isDirty);
  const [wasKept, setWasKept] = useState(false);
  const isKept = !isOn && (hasMessage || (wasKept && isDirty));
  if (isKept !== wasKept) setWasKept(isKept);
  return isOn || isKept;
}

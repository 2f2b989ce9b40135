import type { SettingFields, SettingValues } from '#domain/app/settings-fields.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import type { SettingsForm } from '#stores/factories/create-settings-form.ts';

/**
 * The fields of a settings form as props of inputs: `<TextInput {...field('smtp.host')} required />`, and for toggles
 * `<Toggle {...field.toggle('smtp.enabled')} />`.
 */
export function useSettingFields<Fields extends SettingFields>(form: SettingsForm<Fields>) {
  type Path = keyof Fields & string;
  const values: SettingValues<Fields> = useInitial(form.$values);
  const errors = useInitial(form.$errors);
  const propsOf = <P extends Path>(path: P) => ({
    label: form.labelOf(path),
    name: path,
    error: errors[path],
    onChange: (value: SettingValues<Fields>[P]) => form.set(path, value),
  });
  // The annotation removes `undefined`, which paths that are template types would add.
  const valueAt = <P extends Path>(path: P): SettingValues<Fields>[P] => values[path];
  const field = <P extends Path>(path: P) => ({ ...propsOf(path), value: valueAt(path) });
  const toggle = <P extends Path>(path: P) => ({ ...propsOf(path), checked: valueAt(path) });
  return Object.assign(field, { toggle, values, errors });
}

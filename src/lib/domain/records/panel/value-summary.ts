import { type FormValue, isFileValue } from '#domain/field-types/form-value.ts';

/** In lines, to be compared with another value; '' when it is empty. */
export function valueSummary(value: FormValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (!isFileValue(value)) return value.join('\n');
  const kept = value.names.filter((name) => !value.deleted.includes(name));
  return [...kept, ...value.added.map((file) => `${file.name} (new)`)].join('\n');
}

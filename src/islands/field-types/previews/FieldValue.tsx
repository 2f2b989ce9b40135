import { use } from 'react';
import { ZoneContext } from '#components/elements/zone-context.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { valueSummary } from '#domain/records/panel/value-summary.ts';
import { PreviewRelations } from './PreviewRelations.tsx';

/** A form value to read: labels of related records, text for all other types. */
export function FieldValue({ field, value }: { readonly field: FormField; readonly value: FormValue }) {
  const zone = use(ZoneContext);
  const text = valueSummary(value);
  if (text === '') return <span className="text-muted">N/A</span>;
  if (field.kind === 'date' && zone) return zone.format(text);
  return field.kind === 'relation' ? <PreviewRelations field={field.field} ids={text.split('\n')} /> : text;
}

import { FieldHelp, FieldMark } from '#components/form/Field.tsx';
import { NumberText } from '#components/form/NumberInput.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import { geoText } from '#domain/field-types/geo-point.ts';
import { geoProblem, geoTexts, LATITUDE, LONGITUDE } from '#domain/field-types/typed-point.ts';
import { type FieldProps, fieldOptions } from './simple-fields.tsx';

/** Whether a text that was pasted into one input is a whole point, as maps write it. */
const isPoint = (text: string): boolean => text.includes(',') && geoProblem(text) === undefined;

/** A place on the earth: an input of its own for latitude and longitude. */
export default function GeoPointField(props: FieldProps) {
  const { value, onChange } = props;
  const { label, ...field } = fieldOptions(props, 'geoPoint');
  const parts = geoTexts(textOf(value));
  const input = (name: 'lat' | 'lon', limit: number) => ({
    min: -limit,
    max: limit,
    step: 'any' as const,
    value: parts[name],
    onChange: (typed: string) => onChange(isPoint(typed) ? typed : geoText({ ...parts, [name]: typed })),
  });
  return (
    <div className="grid grid-cols-2 gap-x-3">
      <NumberText {...field} {...input('lat', LATITUDE)} label={`${label} (latitude)`} />
      <FieldMark value={undefined}>
        <FieldHelp value={undefined}>
          <NumberText {...input('lon', LONGITUDE)} required={field.required} label={`${label} (longitude)`} />
        </FieldHelp>
      </FieldMark>
    </div>
  );
}

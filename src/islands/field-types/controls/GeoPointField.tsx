import { useMemo, useState } from 'react';
import { mapTiles } from '#browser/map-tiles.ts';
import { Button } from '#components/elements/Button.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { FieldHelp, FieldMark } from '#components/form/Field.tsx';
import { NumberText } from '#components/form/NumberInput.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import { geoText } from '#domain/field-types/geo-point.ts';
import { geoPointOf, geoProblem, geoTexts, LATITUDE, LONGITUDE } from '#domain/field-types/typed-point.ts';
import { type FieldProps, fieldOptions } from './simple-fields.tsx';

const PointMap = lazyPart(() => import('#components/map/PointMap.tsx'), {
  fallback: <div className="h-64" />,
});

/** Whether a text that was pasted into one input is a whole point, as maps write it. */
const isPoint = (text: string): boolean => text.includes(',') && geoProblem(text) === undefined;

/** A map of the typed place, which follows it. Moving its marker types another one. */
function PlaceMap({
  label,
  value,
  onMove,
}: {
  label: string;
  value: string;
  onMove: (value: string) => void;
}) {
  const tiles = useMemo(mapTiles, []);
  return (
    <div className="mb-2">
      <PointMap
        label={`Map of ${label}`}
        point={geoPointOf(value)}
        tiles={tiles}
        onMove={(place) => onMove(geoText({ ...geoTexts(value), ...place }))}
      />
      {!tiles && (
        <p className="mt-1 text-xs text-muted">
          Lines of latitude and longitude only: the operator of Atoll has set no pictures of maps, so nothing
          is loaded.
        </p>
      )}
    </div>
  );
}

/** A place on the earth: an input of its own for latitude and longitude, and a map on request. */
export default function GeoPointField(props: FieldProps) {
  const { value, onChange } = props;
  const { label, ...field } = fieldOptions(props, 'geoPoint');
  const [hasMap, setHasMap] = useState(false);
  const parts = geoTexts(textOf(value));
  const input = (name: 'lat' | 'lon', limit: number) => ({
    min: -limit,
    max: limit,
    step: 'any' as const,
    value: parts[name],
    onChange: (typed: string) => onChange(isPoint(typed) ? typed : geoText({ ...parts, [name]: typed })),
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3">
        <NumberText {...field} {...input('lat', LATITUDE)} label={`${label} (latitude)`} />
        <FieldMark value={undefined}>
          <FieldHelp value={undefined}>
            <NumberText
              {...input('lon', LONGITUDE)}
              required={field.required}
              label={`${label} (longitude)`}
            />
          </FieldHelp>
        </FieldMark>
      </div>
      <Button
        variant="ghost"
        className="mb-2"
        icon="icon-[ri--map-pin-line]"
        aria-expanded={hasMap}
        aria-label={`Map of ${label}`}
        onClick={() => setHasMap(!hasMap)}
      >
        Map
      </Button>
      {hasMap && <PlaceMap label={label} value={textOf(value)} onMove={onChange} />}
    </>
  );
}

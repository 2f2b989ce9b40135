/* A place on the earth, whose text is `latitude, longitude`, as maps write it. */
import { isObject } from '#domain/app/lenient.ts';

/** In degrees, as texts that may still be typed. */
export interface GeoTexts {
  readonly lat: string;
  readonly lon: string;
}

export const geoText = ({ lat, lon }: GeoTexts): string => (lat || lon ? `${lat}, ${lon}` : '');

/** Of a value, as the backend has it. */
export function readGeoPoint(value: unknown): string {
  if (!isObject(value)) return '';
  const { lat, lon } = value;
  return geoText({ lat: String(Number(lat ?? 0)), lon: String(Number(lon ?? 0)) });
}

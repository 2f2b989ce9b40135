import { parseJson } from '#domain/app/lenient.ts';
import { limitProblem, numberProblem, typedNumber } from '#domain/app/typed-number.ts';
import { type GeoTexts, readGeoPoint } from './geo-point.ts';

/** The largest number of degrees, to both sides of 0. */
export const LATITUDE = 90;
export const LONGITUDE = 180;

/** What does not fit is the latitude. */
export function geoTexts(text: string): GeoTexts {
  const [, lat = text, lon = ''] = /^(.*?), (.*)$/s.exec(text) ?? /^\s*([^,]*),([^,]*)$/.exec(text) ?? [];
  return { lat: lat.trim(), lon: lon.trim() };
}

/** The text of a point that is written as JSON; any other text as it is. */
export function plainGeoText(text: string): string {
  return text.trimStart().startsWith('{') ? readGeoPoint(parseJson(text)) || text : text;
}

/** Nothing is the point 0, 0; undefined for a text that is no point. */
export function geoPointOf(text: string): { readonly lon: number; readonly lat: number } | undefined {
  if (text.trim() === '') return { lon: 0, lat: 0 };
  if (geoProblem(text) !== undefined) return undefined;
  const { lat, lon } = geoTexts(text);
  return { lon: Number(typedNumber(lon)), lat: Number(typedNumber(lat)) };
}

/** Why a text is no point, as a sentence. */
export function geoProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const { lat, lon } = geoTexts(text);
  if (!lat || !lon) return 'Enter latitude and longitude.';
  const found = [['Latitude', lat, LATITUDE] as const, ['Longitude', lon, LONGITUDE] as const].flatMap(
    ([name, part, limit]) => {
      const problem = numberProblem(part) ?? limitProblem(part, { min: -limit, max: limit });
      return problem ? [`${name}: ${problem}`] : [];
    },
  );
  return found[0];
}

import { expect, test } from 'vitest';
import { valueKind } from '#domain/field-types/form-value.ts';
import { readGeoPoint } from '#domain/field-types/geo-point.ts';
import { geoProblem, geoTexts, plainGeoText } from '#domain/field-types/typed-point.ts';

const { problem, toSend, isSame } = valueKind('geoPoint');

test.each([
  ['48.2, 16.37', '{"lon":16.37,"lat":48.2}'],
  ['-90, 180', '{"lon":180,"lat":-90}'],
  ['48.2,16.37', '{"lon":16.37,"lat":48.2}'],
  ['', '{"lon":0,"lat":0}'],
])('[NR-03] the point %j is sent as %s, and read again', (text, sent) => {
  expect(toSend(text, '')).toBe(sent);
  expect(isSame(readGeoPoint(JSON.parse(sent)), text)).toBe(true);
  expect(isSame(plainGeoText(sent), text)).toBe(true);
});

test.each([
  ['90.5, 0', 'Latitude: Enter 90 or less.'],
  ['0, -180.5', 'Longitude: Enter -180 or more.'],
  ['48, ', 'Enter latitude and longitude.'],
  ['here', 'Enter latitude and longitude.'],
  ['x, 1', 'Latitude: Enter a valid number.'],
])('[NR-03] %j is no point: %s', (text, message) => {
  expect(geoProblem(text)).toBe(message);
  expect(problem(text)).toMatchObject({ message });
  // The backend says what is wrong with it.
  expect(toSend(text, '')).toBe(text);
});

test('[NR-03] 0, 0 is an empty point, which a required field refuses', () => {
  expect(problem('0, 0', true)).toMatchObject({ code: 'missing_value' });
  expect(problem('0, 1', true)).toBeUndefined();
  expect(isSame('', '0, 0')).toBe(true);
});

test('[NR-03] both halves of a point stay as they are typed', () => {
  expect(geoTexts('48.2, ')).toEqual({ lat: '48.2', lon: '' });
  expect(geoTexts(', 1')).toEqual({ lat: '', lon: '1' });
  expect(readGeoPoint(null)).toBe('');
});

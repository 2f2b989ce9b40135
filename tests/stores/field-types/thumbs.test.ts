import { expect, test } from 'vitest';
import { DEFAULT_THUMB, fileKind, hasThumb } from '#domain/field-types/file-type.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend } from '../backend-fixture.ts';

/** The smallest images that the backend takes for their kind, 1 x 1 pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const JPEG =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z';
const WEBP = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=';
const BMP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAAAD/AA==';
const SVG = btoa('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

test.each([
  ['a.png', PNG],
  ['a.PNG', PNG],
  ['a.gif', GIF],
  ['a.jpg', JPEG],
  ['a.jpeg', JPEG],
  ['a.jpe', JPEG],
  ['a.jfif', JPEG],
  ['a.webp', WEBP],
  ['a.bmp', BMP],
  ['a.svg', SVG],
])('the image %s is expected to have a thumb if the backend makes one', async (name, base64) => {
  const { api, url } = backend();
  const collection = await createCollection(api, {
    name: uniqueName('thumbs'),
    fields: [field('photo', 'file')],
  });
  const content = Buffer.from(base64, 'base64');
  const record = await createRecord(api, collection.name, { photo: new File([content], name) });
  const path = `${url}/api/files/${collection.id}/${record.id}/${record['photo']}`;
  const served = await fetch(`${path}?thumb=${DEFAULT_THUMB}`);
  expect(served.status).toBe(200);
  const isThumb = !Buffer.from(await served.arrayBuffer()).equals(content);
  expect(hasThumb(name)).toBe(isThumb);
  expect(fileKind(name)).toBe('image');
});

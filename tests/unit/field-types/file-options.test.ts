import { expect, test } from 'vitest';
import { MIME_PRESETS, MIME_TYPES, THUMB_FORMATS } from '#domain/field-types/file-options.ts';
import { DEFAULT_THUMB } from '#domain/field-types/file-type.ts';

test('[FO-08] offers the presets of the original dashboard', () => {
  expect(MIME_PRESETS.map(({ label }) => label)).toEqual([
    'Images (jpg, png, svg, gif, webp)',
    'Documents (pdf, doc/docx, xls/xlsx)',
    'Videos (mp4, avi, mov, 3gp)',
    'Archives (zip, 7zip, rar)',
  ]);
});

test('[FO-08] offers each type with an extension', () => {
  expect(MIME_TYPES[0]).toEqual({ extension: '.jpg', mimeType: 'image/jpeg' });
  expect(MIME_TYPES.at(-1)).toEqual({ extension: '.bin', mimeType: 'application/octet-stream' });
  const invalid = MIME_TYPES.filter(
    ({ extension, mimeType }) => !/^\.\w+$/.test(extension) || !/^[a-z]+\/[\w.+-]+$/.test(mimeType),
  );
  expect(invalid).toEqual([]);
});

test('[FO-09] describes the effect of each thumb size format', () => {
  expect(THUMB_FORMATS.map(({ format, example, text }) => `${format} (${example}): ${text}`)).toEqual([
    'WxH (100x50): cropped to width and height from the centre',
    'WxHt (100x50t): cropped to width and height from the top',
    'WxHb (100x50b): cropped to width and height from the bottom',
    'WxHf (100x50f): fitted into width and height without cropping',
    '0xH (0x50): resized to the height, proportions kept',
    'Wx0 (100x0): resized to the width, proportions kept',
  ]);
  expect(THUMB_FORMATS.filter(({ example }) => !/^\d+x\d+[tbf]?$/.test(example))).toEqual([]);
  expect(DEFAULT_THUMB).toBe('100x100');
});

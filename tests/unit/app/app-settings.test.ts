import { expect, test } from 'vitest';
import { parseAppSettings } from '#domain/app/app-settings.ts';

test.each([
  [{ meta: { appName: 'Acme', hideControls: true } }, { appName: 'Acme', hideControls: true }],
  [{ meta: { appName: 1, hideControls: 'true' } }, { appName: '', hideControls: false }],
  [{}, { appName: '', hideControls: false }],
])('the shell reads %j as %j', (settings, read) => {
  expect(parseAppSettings(settings)).toEqual(read);
});

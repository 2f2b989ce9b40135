import { expect, test } from 'vitest';
import { parseAppSettings } from '#domain/app/app-settings.ts';

test.each([
  [
    { meta: { appName: 'Acme', hideControls: true } },
    { appName: 'Acme', hideControls: true, isLogOff: false },
  ],
  [{ meta: { appName: 1, hideControls: 'true' } }, { appName: '', hideControls: false, isLogOff: false }],
  [{ logs: { maxDays: 0 } }, { appName: '', hideControls: false, isLogOff: true }],
  [{}, { appName: '', hideControls: false, isLogOff: false }],
])('the shell reads %j as %j', (settings, read) => {
  expect(parseAppSettings(settings)).toEqual(read);
});

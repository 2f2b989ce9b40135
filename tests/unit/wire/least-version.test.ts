import { expect, test } from 'vitest';
import { capabilities } from '#wire/capabilities.ts';
import { capabilitiesOf } from '#wire/pb23/capabilities.ts';
import { leastVersion } from '#wire/pb23/least-version.ts';

const scaffolds = (field: object, body: string) => ({
  auth: { fields: [{ name: 'id', ...field }], authAlert: { emailTemplate: { body } } },
});

test('[NC-06] new collections tell the least version of a backend by what they have', () => {
  expect(leastVersion(scaffolds({}, ''))).toBeUndefined();
  expect(leastVersion(scaffolds({}, 'At {ALERT_INFO}'))).toBe('0.33.0');
  expect(leastVersion(scaffolds({ help: '' }, 'At {ALERT_INFO}'))).toBe('0.37.0');
  expect(leastVersion('no object')).toBeUndefined();
});

test('[NC-06] what nothing tells is not offered, and what only the version tells is not taken from another', () => {
  const unknown = { hasFieldHelp: false, triesViews: false, extraTypes: ['autodate', 'password'] };
  expect(capabilitiesOf(undefined)).toMatchObject(unknown);
  expect(capabilitiesOf(undefined, '')).toMatchObject(unknown);
  expect(capabilitiesOf(undefined, '0.37.0')).toMatchObject({
    ...{ hasFieldHelp: true, triesViews: true, extraTypes: ['autodate', 'password', 'geoPoint'] },
    keepsSecretsBy: 'unknown',
  });
  expect(capabilitiesOf('0.26.6')).toMatchObject({ extraTypes: ['autodate', 'password'] });
  expect(capabilitiesOf('0.27.0').extraTypes).toContain('geoPoint');
  const { extraTypes, truncates, hasCollectionMemory } = capabilities();
  expect([extraTypes, truncates, hasCollectionMemory]).toEqual([[], undefined, undefined]);
});

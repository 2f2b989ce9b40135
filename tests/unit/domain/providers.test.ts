import { expect, test } from 'vitest';
import { providerTitle } from '../../../src/lib/domain/providers.ts';

test.each([
  ['github', 'GitHub'],
  ['patreon', 'Patreon (v2)'],
  ['planningcenter', 'Planning Center'],
  ['oidc', 'OpenID Connect'],
  ['oidc2', '(2) OpenID Connect'],
  ['oidc3', '(3) OpenID Connect'],
])('[RP-17] calls %s by its title', (key, title) => {
  expect(providerTitle(key)).toBe(title);
});

test('calls a provider that it does not know by its key', () => {
  expect(providerTitle('somewhere')).toBe('somewhere');
});

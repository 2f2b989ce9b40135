import { expect, test } from 'vitest';
import { capabilities } from '#wire/capabilities.ts';
import { lineNow } from '#wire/choose.ts';
import { onEach } from './port.ts';

onEach((port, version) => {
  test('where secrets of providers stay is known of each version', () => {
    if (lineNow() === 'pb22') return expect(capabilities(version).hasOwnAuth).toBeUndefined();
    const by = port.has('movesProviderSecrets') ? 'position' : 'name';
    const expected = port.has('keepsProviderSecrets') ? by : 'nothing';
    expect(capabilities(version)).toMatchObject({
      keepsSecretsBy: expected,
      listsProviders: port.has('listsProviders'),
    });
  });
});

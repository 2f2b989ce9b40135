import { SINGLE_KEYS_KEY } from '#domain/app/storage-keys.ts';
import { createPreference } from '#stores/base/create-preference.ts';

/** Whether `/` and `?` are shortcuts, remembered on this device: speech input may type them by chance. */
export const { $value: $hasSingleKeys } = createPreference<boolean>({
  key: SINGLE_KEYS_KEY,
  initial: true,
  decode: (text) => text !== '0',
  encode: (value) => (value ? undefined : '0'),
});

import { START_AT_HOME_KEY } from '#domain/app/storage-keys.ts';
import { createPreference } from '#stores/base/create-preference.ts';

/** Whether an address without a path opens Home instead of the collections; remembered on this device. */
export const { $value: $startsAtHome } = createPreference<boolean>({
  key: START_AT_HOME_KEY,
  initial: false,
  decode: (text) => text === '1',
  encode: (value) => (value ? '1' : undefined),
});

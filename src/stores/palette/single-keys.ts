import { SINGLE_KEYS_KEY } from '#domain/app/storage-keys.ts';
import { createFlagPreference } from '#stores/base/create-preference.ts';

/** Whether `/` and `?` are shortcuts, remembered on this device: speech input may type them by chance. */
export const { $value: $hasSingleKeys } = createFlagPreference(SINGLE_KEYS_KEY, true);

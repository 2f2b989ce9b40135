import { SINGLE_KEYS_KEY } from '#domain/app/storage-keys.ts';
import { createSwitch } from '#stores/base/create-preference.ts';

/** Whether `/` and `?` are shortcuts, remembered on this device: speech input may type them by chance. */
export const { $value: $hasSingleKeys } = createSwitch(SINGLE_KEYS_KEY, true);

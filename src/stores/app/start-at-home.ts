import { START_AT_HOME_KEY } from '#domain/app/storage-keys.ts';
import { createFlagPreference } from '#stores/base/create-preference.ts';

/** Whether an address without a path opens Home instead of the collections; remembered on this device. */
export const { $value: $startsAtHome } = createFlagPreference(START_AT_HOME_KEY);

import { atom, computed } from 'nanostores';
import type { Capabilities } from '#domain/backend/capabilities.ts';
import { capabilities } from '#wire/capabilities.ts';
import { $backend } from './line.ts';

/** Of a backend whose version nobody knows: an older one or the same, as far as its answers have told it. */
export const $leastVersion = atom<string | undefined>(undefined);

/** What the backend of this page can do. */
export const can = (): Capabilities => capabilities($backend.get()?.version, $leastVersion.get());

/** {@link can} for what shows it. */
export const $can = computed([$backend, $leastVersion], can);

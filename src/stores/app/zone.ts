import { atom } from 'nanostores';
import type { Zone } from '#domain/app/date.ts';

/** The zone in which dates are shown and typed; undefined for UTC, and until its code is there. See zone-choice.ts. */
export const $zone = atom<Zone | undefined>();

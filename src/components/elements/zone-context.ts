import { createContext } from 'react';
import type { Zone } from '#domain/app/date.ts';

/** The time zone in which dates are shown and typed; undefined for UTC. */
export const ZoneContext = createContext<Zone | undefined>(undefined);

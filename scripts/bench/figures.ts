import type { Traffic } from './network.ts';

/** Results of one round by the name of the figure, in the units of FIGURES. */
export type Figures = Record<string, number>;

/** The figures of a first visit: what it has requested when it can be used, and until it fetches nothing more. */
export function bytesOf(label: string, toUse: Traffic, atRest: Traffic): Figures {
  return {
    [`${label}: bytes to use`]: toUse.bytes,
    [`${label}: bytes at rest`]: atRest.bytes,
    [`${label}: requests`]: atRest.requests,
  };
}

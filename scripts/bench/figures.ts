import type { Condition } from './conditions.ts';
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

/** The name of a scene's figure under a condition: the same figures are measured under several. */
export function figureName(name: string, { suffix }: Condition): string {
  return name + suffix;
}

/** What a scene measured, under the names for its condition. */
export function under(condition: Condition, figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [figureName(name, condition), value]),
  );
}

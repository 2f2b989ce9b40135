const SECOND_MS = 1000;

/** Three digits, or more before the point: `1.45`, `12.3`, `1254`. */
export const roundedMs = (ms: number): number =>
  ms < SECOND_MS ? Number(ms.toPrecision(3)) : Math.round(ms);

/** `12.3 ms`, `1.3 s` */
export const durationText = (ms: number): string =>
  roundedMs(ms) < SECOND_MS ? `${roundedMs(ms)} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;

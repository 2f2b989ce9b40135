import { type KeptRecord, keptKey, referredKeys, relationsOf } from './kept.ts';

/** Records that can be created at the same time. */
export interface RestoreStep {
  readonly records: readonly KeptRecord[];
  /** Keys of the records that do not exist yet then; references to them have to be added afterwards. */
  readonly missing: ReadonlySet<string>;
}

/**
 * The order in which records are created again: after those to which they refer, as the backend refuses references to
 * records that do not exist. Records that refer to one another in a circle come first without these references.
 */
export function restoreSteps(records: readonly KeptRecord[]): RestoreStep[] {
  const waiting = new Map(records.map((kept) => [keptKey(kept), kept]));
  const waitsFor = (kept: KeptRecord) =>
    relationsOf(kept.collection).filter((field) => referredKeys(field, kept).some((key) => waiting.has(key)));
  const steps: RestoreStep[] = [];
  while (waiting.size) {
    const all = [...waiting.values()];
    const free = all.filter((kept) => !waitsFor(kept).length);
    const optional = free.length
      ? free
      : all.filter((kept) => !waitsFor(kept).some((field) => field.required));
    const step = optional.length ? optional : all;
    steps.push({ records: step, missing: new Set(free.length ? [] : waiting.keys()) });
    for (const kept of step) waiting.delete(keptKey(kept));
  }
  return steps;
}

/* Which line of PocketBase a backend is of: each has a wire, and the port asks the one that is chosen. */
import type { Wire } from './wire.ts';

/** 0.22, or 0.23 and all newer versions. */
export type Line = 'pb22' | 'pb23';

declare global {
  /** The line of this page's backend, set before the first request; undefined while it is not known. */
  var atollLine: Line | undefined;
  /** The wires that were fetched. */
  var atollWires: Readonly<Partial<Record<Line, Wire>>> | undefined;
}

/** What the chosen line says; 0.22 speaks until another is known. */
export const byLine = <T>(pb22: T, pb23: T): T => (globalThis.atollLine === 'pb23' ? pb23 : pb22);

/** A function of the chosen line, which is asked at each call. */
// @__NO_SIDE_EFFECTS__
export const lined = <F extends (...args: never[]) => unknown>(pb22: F, pb23: F): F =>
  ((...args: never[]) => byLine(pb22, pb23)(...args)) as F;

/** Stored with what has some of its words. */
export const lineNow = (): Line => byLine<Line>('pb22', 'pb23');

/** Chooses the line of the backend that is spoken to. */
export function setLine(line: Line | undefined): void {
  globalThis.atollLine = line;
}

/** Whether a page has fetched the wire of another line only, or is fetching it: its screens hold that one's words. */
export function speaksOther(line: Line): boolean {
  const wires = Object.keys(globalThis.atollWires ?? {});
  return wires.length > 0 && !wires.includes(line);
}

/** That of the chosen line; throws before it was fetched. */
export function wire(): Wire {
  const found = globalThis.atollWires?.[lineNow()];
  if (!found) throw new Error('The wire of this backend has not been fetched.');
  return found;
}

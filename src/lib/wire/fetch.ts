import type { Line } from './choose.ts';

/** Makes `wire()` the one of a line. Rejects as an import does. */
export async function fetchWire(line: Line): Promise<void> {
  globalThis.atollWires = { [line]: undefined, ...globalThis.atollWires };
  const { wire } = await (line === 'pb22' ? import('./pb22/wire.ts') : import('./pb23/wire.ts'));
  globalThis.atollWires = { ...globalThis.atollWires, [line]: wire };
}

/* Has both wires at once, for programs that are not fetched: scripts and tests. */
import { wire as pb22 } from './pb22/wire.ts';
import { wire as pb23 } from './pb23/wire.ts';

globalThis.atollWires = { pb22, pb23 };

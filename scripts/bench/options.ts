import { parseArgs } from 'node:util';
import { VERSIONS, type Version } from './backends.ts';
import type { MachineState } from './busy.ts';
import { SCENE_NAMES, type SceneName } from './scene.ts';

/** What `npm run bench` is asked for. */
export interface BenchOptions {
  /** At least 1. */
  rounds: number;
  /** Whether the machine is idle, or both idle and with one core taken. */
  states: readonly MachineState[];
  /** In the order in which they run. */
  scenes: SceneName[];
  /** Of the backends, in the order of tables. */
  versions: readonly Version[];
  /** Print the Markdown table as well. */
  table: boolean;
  /** Put the Markdown table into the docs. */
  writeDocs: boolean;
  /** The folder of another build of Atoll, which takes the place of the reference. */
  against?: string;
}

/**
 * Reads `--rounds N` (5), `--scene NAME,NAME` (all; may be repeated), `--pocketbase VERSION,VERSION` (all, with
 * `--against` the first), `--busy`, `--table`, `--write-docs` and `--against DIR`.
 * @throws Error that lists the scenes or versions when one has an unknown name, and on other mistakes.
 */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      busy: { type: 'boolean', default: false },
      scene: { type: 'string', multiple: true },
      pocketbase: { type: 'string', multiple: true },
      table: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
      against: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`Not a number of rounds: ${values.rounds}`);
  const { against } = values;
  const scenes = namesOf('scene', SCENE_NAMES, values.scene);
  const ofAll = against === undefined ? VERSIONS : VERSIONS.slice(0, 1);
  const versions = values.pocketbase ? namesOf('version', VERSIONS, values.pocketbase) : ofAll;
  const writeDocs = values['write-docs'];
  if (writeDocs && scenes.length < SCENE_NAMES.length)
    throw new Error('The docs show every scene: --write-docs goes without --scene.');
  if (writeDocs && values.pocketbase)
    throw new Error('The docs show every version: --write-docs goes without --pocketbase.');
  if (writeDocs && against !== undefined)
    throw new Error('The docs compare with the reference: --write-docs goes without --against.');
  const states = values.busy ? (['idle', 'busy'] as const) : (['idle'] as const);
  return {
    rounds,
    states,
    scenes,
    versions,
    table: values.table,
    writeDocs,
    ...(against !== undefined && { against }),
  };
}

/** Those of `all` that are given, in the order of `all`; all when none is. @param kind such as `scene` */
function namesOf<Name extends string>(
  kind: string,
  all: readonly Name[],
  given: string[] = [...all],
): Name[] {
  const names = given.flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined)
    throw new Error(`There is no ${kind} "${unknown}". Possible: ${all.join(', ')}.`);
  return all.filter((name) => names.includes(name));
}

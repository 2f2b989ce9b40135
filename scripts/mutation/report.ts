import type { Mutant } from './mutants.ts';

export interface Verdict {
  mutant: Mutant;
  /** `uncovered`: no test reaches the place. */
  end: 'killed' | 'timeout' | 'survived' | 'uncovered';
}

/** Share of mutants that the tests must detect, in each layer. */
export const LIMIT = 0.85;

/** Share of detected mutants, 0 to 1; a timeout counts as detected. */
export function score(verdicts: Verdict[]): number {
  const detected = verdicts.filter(({ end }) => end === 'killed' || end === 'timeout').length;
  return verdicts.length === 0 ? 1 : detected / verdicts.length;
}

/** The folders whose share is below `limit`. */
export function layersBelow(limit: number, verdicts: Verdict[], folders: string[]): string[] {
  return folders.filter((folder) => score(inFolder(verdicts, folder)) < limit);
}

/** One line per folder, then the undetected mutants, each with its place and its change. */
export function formatVerdicts(
  verdicts: Verdict[],
  folders: string[],
  textOf: (mutant: Mutant) => string,
): string {
  const line = (name: string, some: Verdict[]): string => {
    const detected = Math.round(score(some) * some.length);
    const share = some.length === 0 ? '-' : `${(score(some) * 100).toFixed(0)} %`;
    const untested = some.filter(({ end }) => end === 'uncovered').length;
    return `${name.padEnd(16)} ${`${detected}/${some.length}`.padStart(9)} ${share.padStart(6)} ${String(untested).padStart(8)}`;
  };
  const rows = folders.map((folder) => line(folder, inFolder(verdicts, folder)));
  const missed = verdicts
    .filter(({ end }) => end === 'survived' || end === 'uncovered')
    .map(({ mutant, end }) => {
      const { file, line: at, kind, replacement } = mutant;
      return `${end}: ${file}:${at} ${kind}: ${oneLine(textOf(mutant))} -> ${oneLine(replacement)}`;
    });
  return ['folder            detected  share  no test', ...rows, line('all', verdicts), ...missed].join('\n');
}

function inFolder(verdicts: Verdict[], folder: string): Verdict[] {
  return verdicts.filter(({ mutant }) => mutant.file.startsWith(`${folder}/`));
}

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 60 ? `${flat.slice(0, 57)}...` : flat;
}

import { existsSync } from 'node:fs';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import type { ProgramVersion } from '#scripts/download/versions.ts';
import { programOf } from '#scripts/test/programs.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Version and address of each. */
    backends: [version: string, url: string][];
  }
}

const VERSIONS: readonly ProgramVersion[] = [
  '0.22.20',
  '0.22.27',
  ...(process.env['ALL_CASES'] ? (['0.22.17'] as const) : []),
];

/** Starts one backend of each version for all files; `npm test` names those that it could not get. */
export default async function start({ provide }: TestProject): Promise<() => Promise<unknown>> {
  const started: [string, Backend][] = [];
  for (const version of VERSIONS) {
    const bin = programOf(version);
    if (existsSync(bin)) started.push([version, await startPocketBase({ bin })]);
    // npm has brought this one.
    else if (version === '0.22.20') started.push([version, await startPocketBase()]);
  }
  provide(
    'backends',
    started.map(([version, { url }]) => [version, url]),
  );
  return () => Promise.all(started.map(([, backend]) => backend.stop()));
}

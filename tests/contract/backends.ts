import { existsSync } from 'node:fs';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { programOf, versionsOf } from '#scripts/test/programs.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import type { Line } from '#wire/choose.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Version, line and address of each. */
    backends: [version: string, line: Line, url: string][];
  }
}

/** Starts one backend of each version for all files; `npm test` names those that it could not get. */
export default async function start({ provide }: TestProject): Promise<() => Promise<unknown>> {
  const started: [string, Backend][] = [];
  for (const version of versionsOf(Boolean(process.env['ALL_CASES']))) {
    const bin = programOf(version);
    if (existsSync(bin)) started.push([version, await startPocketBase({ bin })]);
    // npm has brought this one.
    else if (version === '0.22.20') started.push([version, await startPocketBase()]);
  }
  provide(
    'backends',
    started.map(([version, { line, url }]) => [version, line, url]),
  );
  return () => Promise.all(started.map(([, backend]) => backend.stop()));
}

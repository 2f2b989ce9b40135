import process from 'node:process';
import { startChild } from '#scripts/lib/child.ts';
import { inRoot } from '#scripts/lib/paths.ts';

/**
 * Starts a script that prints `... listening on URL`. It is a process of its own: Playwright's loader breaks the JSON
 * files that the packages of some servers require.
 */
export async function startServerProcess(script: string, parameters: readonly string[]) {
  const ready = Promise.withResolvers<string>();
  const child = await startChild(
    process.execPath,
    ['run', '-A', '--no-lock', inRoot(script), ...parameters],
    {
      onLine: (line) => {
        const address = / listening on (http:\/\/\S+)$/.exec(line)?.[1];
        if (address) ready.resolve(address);
      },
    },
  );
  const ended = child.exited.then(() => {
    throw new Error(child.output().trim() || `${script} exited without any output.`);
  });
  return { url: await Promise.race([ready.promise, ended]), stop: () => child.stop() };
}

import { spawn } from 'node:child_process';
import process from 'node:process';
import { ROOT } from '#scripts/lib/paths.ts';

export interface CommandOptions {
  env?: NodeJS.ProcessEnv;
  /** Prints its output as it comes; else all of it at the end, because other commands print at the same time. */
  isLive?: boolean;
}

/** Runs an npm package's command or a script under Deno in the repository; returns its exit status. */
export async function runCommand(
  args: string[],
  { env = {}, isLive = false }: CommandOptions = {},
): Promise<number> {
  const child = spawn(process.execPath, ['run', '-A', '--no-lock', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
  });
  const output: Uint8Array[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('close', (status, signal) => {
    if (signal) console.log(`${args[0]} was stopped by ${signal}`);
    resolve(status ?? 1);
  });
  const status = await promise;
  process.stdout.write(Buffer.concat(output));
  return status;
}

// Runs a TypeScript command under Deno, after installing missing packages.
// Usage: node scripts/install/run.mjs scripts/bench/main.ts [arguments]
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent } from './end-with-parent.mjs';
import { ensureInstalled } from './install.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Installs missing packages, then runs the script in a child process with the same terminal, signals and exit status.
 * @param {string} script path inside the repository
 * @param {string[]} args
 */
export function runScript(script, args) {
  let deno;
  try {
    deno = ensureInstalled();
  } catch (error) {
    console.error(`Atoll: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(deno, ['run', '-A', '--no-lock', script, ...withoutSeparator(args)], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // The terminal sends Ctrl+C to the child too, `kill` signals only this process. A second signal does no harm.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => forward(child.pid, signal));
  }
  endWithParent(() => forward(child.pid, 'SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * Does not use `child.kill`: Deno would then report the signal instead of the child's exit status.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function forward(pid, signal) {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // The process has already ended, which is the goal.
  }
}

/**
 * Removes the `--` of `deno task start -- --demo`: Deno passes it on, npm does not.
 * @param {string[]} args
 */
export function withoutSeparator(args) {
  return args[0] === '--' ? args.slice(1) : args;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [script, ...args] = process.argv.slice(2);
  if (script) runScript(script, args);
}

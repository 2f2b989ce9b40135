// Runs one of the TypeScript commands under Deno, after installing what is missing.
// Usage: node scripts/install/run.mjs scripts/bench/main.ts [arguments]
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Installs what is missing, then hands this process over: same terminal, same signals, same exit status.
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
  // Ctrl+C reaches the child by itself, `kill` does not; the child may get a signal twice without harm.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => forward(child.pid, signal));
  }
  if (process.env.npm_lifecycle_event) endWithParent(() => forward(child.pid, 'SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

const PARENT_CHECK_MS = 500;

/**
 * npm passes a signal on to the shell it started, and that shell dies of it without telling anybody.
 * @param {() => void} end
 */
function endWithParent(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * Not `child.kill`: after that Deno reports the signal as the cause of death, whatever the exit status was.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function forward(pid, signal) {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // It has ended in the same moment.
  }
}

/**
 * `deno task start -- --demo` passes the separator on, npm does not.
 * @param {string[]} args
 */
export function withoutSeparator(args) {
  return args[0] === '--' ? args.slice(1) : args;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [script, ...args] = process.argv.slice(2);
  if (script) runScript(script, args);
}

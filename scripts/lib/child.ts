import { type ChildProcess, spawn } from 'node:child_process';

/** How a child process ended: its exit code, or the signal that ended it. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  readonly pid: number;
  /** Settles when the process has ended, for any reason. */
  readonly exited: Promise<Exit>;
  readonly hasExited: boolean;
  /** The last 64 kB that the process wrote to stdout and stderr. */
  output(): string;
  /** Sends SIGTERM, then SIGKILL after `graceMs`, and waits until the process has ended. */
  stop(graceMs?: number): Promise<void>;
  /** Sends SIGKILL, which ends the process at once like a crash, and waits until it has ended. */
  kill(): Promise<void>;
}

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Runs the process in its own group, so that Ctrl+C in the terminal does not reach it. */
  ownGroup?: boolean;
  /** Called with every line of stdout and stderr. */
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

const OUTPUT_LIMIT = 65_536;
const STOP_GRACE_MS = 10_000;

const running = new Set<ChildProcess>();

// Leaves no server behind when this process ends for any reason.
process.on('exit', () => {
  for (const child of running) send(child, 'SIGKILL');
});

/** Does not use `child.kill`: Deno sends only its first signal, and it hides the exit status. */
function send(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(child.pid, signal);
  } catch {
    // The process has already ended, which is the goal.
  }
}

/**
 * Starts a long-running program.
 * @throws Error when the program can't be started (missing or not executable).
 */
export async function startChild(
  command: string,
  args: string[],
  options: ChildOptions = {},
): Promise<Child> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: options.ownGroup ?? false,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  running.add(child);
  let output = '';
  for (const stream of ['stdout', 'stderr'] as const) {
    let rest = '';
    child[stream].setEncoding('utf8');
    child[stream].on('data', (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT_LIMIT);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) options.onLine?.(line, stream);
    });
  }
  let hasExited = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      hasExited = true;
      running.delete(child);
      resolve({ code, signal });
    });
  });
  return {
    pid: child.pid ?? 0,
    exited,
    get hasExited() {
      return hasExited;
    },
    output: () => output,
    async stop(graceMs = STOP_GRACE_MS) {
      if (hasExited) return;
      send(child, 'SIGTERM');
      const timer = setTimeout(() => send(child, 'SIGKILL'), graceMs);
      await exited;
      clearTimeout(timer);
    },
    async kill() {
      if (hasExited) return;
      send(child, 'SIGKILL');
      await exited;
    },
  };
}

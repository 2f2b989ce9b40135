import { existsSync } from 'node:fs';
import { denoPermissions } from '#server/permissions.mjs';
import { readBackends } from '#server/settings.ts';
import { type Child, startChild } from './child.ts';
import { BUILD_DIR, ROOT } from './paths.ts';

export interface AtollOptions {
  backendUrl: string;
  /** Interface to listen on; loopback when absent. */
  host?: string;
  /** 0 or absent: a free port. */
  port?: number;
  /** Program and its first arguments; when absent, this one: Node, or Deno with the fewest permissions. */
  runtime?: string[];
  env?: NodeJS.ProcessEnv;
  /** The folder of the build; ./dist when absent. */
  distDir?: string;
  /** See ChildOptions. */
  ownGroup?: boolean;
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

export interface RunningAtoll {
  readonly url: string;
  readonly child: Child;
}

const READY_LINE = /^Atoll listening on (http:\/\/\S+)$/;

/**
 * Starts the built server and returns when it listens.
 * @throws Error with the server's output when it exits before that.
 */
export async function startAtollServer(options: AtollOptions): Promise<RunningAtoll> {
  const { backendUrl, host = '127.0.0.1', port = 0, distDir = BUILD_DIR } = options;
  const entry = `${distDir}/server/main.mjs`;
  if (!existsSync(entry)) throw new Error(`${entry} does not exist: run "npm run build" first.`);
  const env = { ...process.env, HOST: host, PORT: String(port), POCKETBASE_URL: backendUrl, ...options.env };
  const backends = readBackends(env).map(({ url }) => url);
  const permissions = () => denoPermissions({ host, port, backendUrl, backends, distDir });
  const deno = () => ['run', '--no-prompt', ...permissions()];
  const own = () => [process.execPath, ...('Deno' in globalThis ? deno() : [])];
  const [program = '', ...args] = options.runtime ?? own();
  const ready = Promise.withResolvers<string>();
  const child = await startChild(program, [...args, entry], {
    cwd: ROOT,
    ownGroup: options.ownGroup ?? false,
    env,
    onLine(line, stream) {
      const address = stream === 'stdout' ? READY_LINE.exec(line)?.[1] : undefined;
      if (address) ready.resolve(address);
      else options.onLine?.(line, stream);
    },
  });
  const ended = child.exited.then(() => {
    throw new Error(child.output().trim() || 'The Atoll server exited without any output.');
  });
  return { url: await Promise.race([ready.promise, ended]), child };
}

// Plain JavaScript without packages: `npm start -- --help` works before anything is installed.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withoutPassword } from '#server/without-password.mjs';

export const DEFAULT_PORT = 8420;

/**
 * The lines of PocketBase, as users choose them.
 * @type {Record<string, 'pb22' | 'pb23'>}
 */
const LINES = { 0.22: 'pb22', newest: 'pb23' };

export const HELP = `Atoll: a dashboard for PocketBase 0.22 to 0.40

  npm start [-- flags]          deno task start [flags]          atoll [flags] (the npm package)

Flag                    Variable            Meaning
--port NUMBER           PORT                port of Atoll (default ${DEFAULT_PORT}; 0 picks a free one)
--host ADDRESS          HOST                interface to listen on (default 127.0.0.1)
--backend URL           POCKETBASE_URL      use an existing PocketBase; by default Atoll starts its own
                        ATOLL_BACKENDS      a list of existing PocketBases: NAME=URL,NAME=URL (docs/deploy.md)
--data FOLDER           ATOLL_DATA          data folder of Atoll's own PocketBase (default ./pb_data)
--backend-port NUMBER   POCKETBASE_PORT     loopback port of Atoll's own PocketBase (default: a free one)
--pocketbase LINE       ATOLL_POCKETBASE    0.22 or newest: what a new data folder is made with (default: newest)
--bin FILE              POCKETBASE_BIN      another PocketBase binary, of the line of the data folder
--no-download           ATOLL_NO_DOWNLOAD=1 never download PocketBase: use the newest one on this computer
--pip                   ATOLL_PIP=1         download PocketBase with Python's pip, not from GitHub; an older 0.22
--releases URL          POCKETBASE_RELEASES a mirror of PocketBase's releases on GitHub
--trust-proxy           ATOLL_TRUST_PROXY=1 trust the X-Forwarded-* headers of a reverse proxy in front
                        ATOLL_READ_ONLY=1   change nothing at any backend (docs/deploy.md)
--demo                                      start a temporary PocketBase with examples, removed on exit
--help                                      show this text
--version                                   show the version of Atoll

A flag overrides its variable. Ctrl+C stops Atoll and its own PocketBase; the data folder stays.`;

/**
 * @typedef {object} StartOptions
 * @property {boolean} help
 * @property {boolean} version
 * @property {boolean} demo
 * @property {number} port 0 for a free one
 * @property {string} host
 * @property {string} data
 * @property {string | undefined} backend without trailing slashes
 * @property {string} backends the list of ATOLL_BACKENDS, empty when a flag chooses another backend
 * @property {number | undefined} backendPort
 * @property {'pb22' | 'pb23' | undefined} line that of a new data folder, if chosen
 * @property {string | undefined} bin
 * @property {boolean} mayDownload
 * @property {boolean} byPip
 * @property {string | undefined} releases without trailing slashes
 * @property {boolean} trustProxy
 */

/**
 * Reads the command line, or prints what it asks for: the help, the version, or what is wrong with it (exit status 1).
 * @param {string[]} args
 * @param {string} command what the user typed before the flags
 * @returns {StartOptions | undefined} undefined when there is nothing to start
 */
export function readCommandLine(args, command) {
  try {
    const options = parseOptions(args, process.env);
    if (options.help) console.log(HELP);
    else if (options.version) console.log(version());
    else return options;
  } catch (error) {
    // Node's message about `--port -1` has several lines.
    const message = error instanceof Error ? error.message : String(error);
    console.error(`Atoll: ${message.replaceAll('\n', ' ')}`);
    console.error(`See: ${command} --help`);
    process.exitCode = 1;
  }
  return undefined;
}

/** @returns {string} the version in package.json, two folders above this file and above its bundle in the package */
function version() {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/**
 * Reads flags and variables.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {StartOptions}
 * @throws {Error} with one line that names the problem
 */
export function parseOptions(args, env) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      data: { type: 'string' },
      backend: { type: 'string' },
      'backend-port': { type: 'string' },
      pocketbase: { type: 'string' },
      bin: { type: 'string' },
      'no-download': { type: 'boolean' },
      pip: { type: 'boolean' },
      releases: { type: 'string' },
      'trust-proxy': { type: 'boolean' },
      demo: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
  const demo = values.demo ?? false;
  const backends = demo || values.backend ? '' : listOf(env.ATOLL_BACKENDS);
  // What the demo and a list leave unused is not checked either.
  const backend = demo || backends ? undefined : parseBackend(values.backend ?? env.POCKETBASE_URL);
  if (demo && values.backend !== undefined) {
    throw new Error('--demo starts its own PocketBase: leave --backend out.');
  }
  const port = parsePort('port', values.port ?? env.PORT) ?? DEFAULT_PORT;
  const backendPort = parsePort('backend-port', values['backend-port'] ?? env.POCKETBASE_PORT) || undefined;
  const startsOwn = backend === undefined && !backends;
  if (startsOwn && backendPort === port) {
    throw new Error(
      `--port and --backend-port are both ${port}: leave --backend-port out, or choose another one.`,
    );
  }
  // An empty value counts as not set.
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    demo,
    port,
    host: (values.host ?? env.HOST) || '127.0.0.1',
    data: (values.data ?? env.ATOLL_DATA) || 'pb_data',
    backend,
    backends,
    backendPort,
    line: parseLine(values.pocketbase ?? env.ATOLL_POCKETBASE),
    bin: (values.bin ?? env.POCKETBASE_BIN) || undefined,
    mayDownload: !(values['no-download'] ?? parseSwitch('ATOLL_NO_DOWNLOAD', env.ATOLL_NO_DOWNLOAD)),
    byPip: values.pip ?? parseSwitch('ATOLL_PIP', env.ATOLL_PIP),
    releases: parseReleases(values.releases ?? env.POCKETBASE_RELEASES),
    trustProxy: values['trust-proxy'] ?? parseSwitch('ATOLL_TRUST_PROXY', env.ATOLL_TRUST_PROXY),
  };
}

/**
 * A list of backends, unchecked; '' when it has none, which is the same as no list.
 * @param {string | undefined} text
 */
const listOf = (text = '') => (/^\s*(\[\s*\]\s*)?$/.test(text) ? '' : text);

/**
 * The address without trailing slashes. Refuses addresses copied from the address bar with a clear message.
 * @param {string | undefined} text
 */
function parseBackend(text) {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:\/\//i.test(text)) {
    throw new Error(
      `The backend's address must start with http:// or https:// and a host, not "${withoutPassword(text)}".`,
    );
  }
  if (url.username || url.password || /[?#]/.test(text) || /\/_\/*$/.test(url.pathname)) {
    throw new Error(
      `The backend's address must not contain credentials, a query, # or /_/. Example: ${url.origin}`,
    );
  }
  return text.replace(/\/+$/, '');
}

/**
 * The address without trailing slashes. The checksums come from it, too, so nobody may change them on their way.
 * @param {string | undefined} text
 */
function parseReleases(text) {
  if (!text) return undefined;
  // The parsed host: what stands before an @ only looks like one.
  const { protocol = '', hostname = '' } = URL.canParse(text) ? new URL(text) : {};
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) {
    throw new Error(
      `The address of PocketBase's releases must start with https://, not "${withoutPassword(text)}".`,
    );
  }
  return text.replace(/\/+$/, '');
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function parseSwitch(name, text = '') {
  if (!['', '0', '1', 'true', 'false'].includes(text))
    throw new Error(`${name} must be 1 or 0, not "${text}".`);
  return text === '1' || text === 'true';
}

/** @param {string | undefined} text */
function parseLine(text) {
  if (!text) return undefined;
  const line = Object.hasOwn(LINES, text) ? LINES[text] : undefined;
  if (!line) throw new Error(`--pocketbase must be 0.22 or newest, not "${text}".`);
  return line;
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function parsePort(name, text) {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new Error(`--${name} must be a number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

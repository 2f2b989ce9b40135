import { type NamedBackend, parseBackends } from '#domain/app/backends.ts';
import { backendsProblem, isBackendAddress } from '#domain/app/backends-problem.ts';
import { tilesProblem } from '#domain/app/map-tiles.ts';
import { withoutPassword } from './without-password.mjs';

/** An invalid setting; the message is one line for the operator. */
export class SettingsError extends Error {}

type Environment = Record<string, string | undefined>;

export const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8080;
const DEFAULT_BACKEND = 'http://127.0.0.1:8090';

/** Reads the settings from the environment; throws SettingsError when one of them is not valid. */
export function readSettings(env: Environment) {
  const backends = readBackends(env);
  const [first] = backends;
  return {
    host: env.HOST || DEFAULT_HOST,
    /** 0 lets the system choose. */
    port: readPort(env.PORT),
    /** Without a trailing slash in its path; the first of the list, if there is one. */
    backend: first ? withoutSlash(first.url) : readBackend(env),
    backends,
    /** Whether to trust the `X-Forwarded-*` headers of a proxy in front. */
    trustsProxy: readTrust(env),
    /** Whether no backend may be changed; those of the list may say it for themselves. */
    isReadOnly: readReadOnly(env),
    /** Where the pictures of maps come from; undefined leaves it to the page. */
    tiles: readTiles(env),
  };
}

export type Settings = ReturnType<typeof readSettings>;

/** Throws SettingsError when the setting is neither on nor off. */
function readSwitch(env: Environment, name: string): boolean {
  const text = env[name] ?? '';
  if (!['', '0', '1', 'true', 'false'].includes(text)) {
    throw new SettingsError(`${name} must be 1 or 0, not "${text}".`);
  }
  return text === '1' || text === 'true';
}

/** Throws SettingsError when ATOLL_TRUST_PROXY is neither on nor off. */
export const readTrust = (env: Environment): boolean => readSwitch(env, 'ATOLL_TRUST_PROXY');

/** Throws SettingsError when ATOLL_READ_ONLY is neither on nor off. */
export const readReadOnly = (env: Environment): boolean => readSwitch(env, 'ATOLL_READ_ONLY');

/** Reads ATOLL_TILES and ATOLL_TILES_CREDIT; throws SettingsError when the address is not valid. */
export function readTiles({ ATOLL_TILES: url = '', ATOLL_TILES_CREDIT: credit = '' }: Environment) {
  const problem = url && tilesProblem(url);
  if (problem) throw new SettingsError(`ATOLL_TILES is not valid. ${problem}`);
  return url ? { url, credit } : undefined;
}

/** Reads JSON as in the page's head, or `NAME=URL,NAME=URL`; `[]` without a list. Throws SettingsError. */
export function readBackends({ ATOLL_BACKENDS: text = '' }: Environment): readonly NamedBackend[] {
  const json = /^\s*(\[|$)/.test(text) ? text.trim() : JSON.stringify(text.split(',').map(namedAddress));
  const problem = backendsProblem(json);
  if (problem) {
    // A name may be a part of an address, because commas and equal signs of a password separate.
    const shown = text.includes('@') ? 'Write addresses without user and password.' : problem;
    throw new SettingsError(`ATOLL_BACKENDS is not valid. ${shown}`);
  }
  return parseBackends(json);
}

function namedAddress(text: string): { name: string; url: string } {
  const [name = '', ...rest] = text.split('=');
  return { name: name.trim(), url: rest.join('=').trim() };
}

/** The backend's address from POCKETBASE_URL; throws SettingsError when it is not a plain http(s) one. */
export function readBackend(env: Environment): URL {
  const text = env.POCKETBASE_URL || DEFAULT_BACKEND;
  if (!isBackendAddress(text)) {
    throw new SettingsError(
      `POCKETBASE_URL is not a usable address: "${withoutPassword(text)}". Use one like ${DEFAULT_BACKEND}, without credentials, query or /_/.`,
    );
  }
  return withoutSlash(text);
}

export function withoutSlash(address: string): URL {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

function readPort(text: string | undefined): number {
  if (!text) return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new SettingsError(
      `PORT is not a port number: "${text}". Use a number from 0 (any free port) to 65535.`,
    );
  }
  return port;
}

// chunks: visit
import type { CallOptions } from '#api/client.ts';
import { backendUrl } from '#browser/backends.ts';
import { readOnlyBy } from '#browser/read-only.ts';
import { VERSION_HEADER } from '#domain/app/backends.ts';
import {
  asksForFirstAdmin,
  DASHBOARD_PATH,
  FIRST_ADMIN_PROBE,
  healthRequest,
  isInstaller,
  lineOfHealth,
} from '#wire/health.ts';
import type { Line } from '#wire/identities.ts';
import { lineOfVersion } from '#wire/versions.ts';

/** Sends a request without the client. Throws without a response. */
const send = (path: string, { signal, backend }: CallOptions, init?: RequestInit): Promise<Response> =>
  fetch(backendUrl(backend) + path.slice(1), { cache: 'no-store', signal, ...init });

/** Sends a request of whose response only status and headers are read. Throws without a response. */
export async function probe(path: string, options: CallOptions, init?: RequestInit): Promise<Response> {
  const response = await send(path, options, init);
  void response.body?.cancel();
  return response;
}

/** What a backend tells a visitor without a session. */
export interface Visited {
  /** Undefined when the backend does not respond, or is no PocketBase. */
  readonly line: Line | undefined;
  /** Undefined where only the line is known. */
  readonly version?: string | undefined;
  /** Whether it has no administrator yet, as far as its line tells that; undefined when it does not respond. */
  readonly isWithoutAdmins: boolean | undefined;
}

/** Asked as a guest: an administrator of a newer line is told more. */
async function askHealth(options: CallOptions): Promise<Line | undefined> {
  const response = await send(healthRequest.path, options);
  return response.ok ? lineOfHealth(await response.json()) : undefined;
}

/** Whether a 0.22 whose dashboard can't be reached has no administrator; its log has the answer as an error. */
async function asksForAdmin(options: CallOptions): Promise<boolean | undefined> {
  // It creates nothing, but is no request that only reads.
  if (readOnlyBy(options.backend)) return undefined;
  const headers = { 'Content-Type': 'application/json' };
  const { path, method, body } = FIRST_ADMIN_PROBE;
  const { status } = await probe(path, options, { method, headers, body });
  return status >= 502 ? undefined : asksForFirstAdmin(status);
}

/** Asks a backend what it is, without a session; no backend logs that as an error, unless its dashboard is missing. */
export async function visitBackend(options: CallOptions = {}): Promise<Visited> {
  let isWithoutAdmins: boolean | undefined;
  try {
    const { redirected, url, status, ok, headers } = await probe(DASHBOARD_PATH, options);
    if (redirected && isInstaller(url)) return { line: 'pb22', isWithoutAdmins: true };
    // A gateway that can't reach the backend can't reach it through the other path either.
    if (status >= 502) return { line: undefined, isWithoutAdmins };
    // Another redirect is that of a server which hides the dashboard, for example behind a sign-in of its own.
    if (ok && !redirected) isWithoutAdmins = false;
    const version = headers.get(VERSION_HEADER) ?? '';
    const line = lineOfVersion(version);
    if (line && isWithoutAdmins !== undefined) return { line, version, isWithoutAdmins };
  } catch {
    // This path may be unreachable, for example behind a proxy that serves only /api.
  }
  try {
    const line = await askHealth(options);
    // A newer line tells no guest, and what is none of these is not asked in their words.
    if (line !== 'pb22') return { line, isWithoutAdmins: line ? false : isWithoutAdmins };
    return { line, isWithoutAdmins: isWithoutAdmins ?? (await asksForAdmin(options)) };
  } catch {
    return { line: undefined, isWithoutAdmins };
  }
}

import { atom, computed } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { readStored, store } from '#browser/storage.ts';
import { BACKEND_KEY } from '#domain/app/storage-keys.ts';
import { applyLine } from '#routing/line.ts';
import { type Line, speaksOther } from '#wire/choose.ts';
import { reloadPage } from './reload-page.ts';

export interface KnownBackend {
  readonly line: Line;
  /** Undefined where nothing has told it. */
  readonly version: string | undefined;
}

/** What is known of the backend; undefined until its line is. */
export const $backend = atom<KnownBackend | undefined>(undefined);

/** What the foot of the page says: of 0.22, and of a line that is not known yet, always the same. */
export const $versionLabel = computed($backend, (backend) =>
  backend?.line === 'pb23'
    ? ['PocketBase', backend.version && `v${backend.version}`].filter(Boolean).join(' ')
    : 'PocketBase v0.22.21',
);

/**
 * Keeps what a backend has told for the next visit on this device. Also of 0.22: a sign-in that is sent before its form is
 * hydrated has to know where to. A page that has opened screens for another line is reloaded: what they hold is of that one.
 */
export function remember(line: Line, version: string | undefined): void {
  store(BACKEND_KEY, [line, version].filter(Boolean).join(' '));
  if (speaksOther(line)) {
    reloadPage();
    return;
  }
  applyLine(line);
  $backend.set({ line, version });
}

/** Goes on with a line of which nothing but its name is known. */
export function takeLine(line: Line): void {
  const [stored, version] = readStored(BACKEND_KEY)?.split(' ') ?? [];
  remember(line, line === stored ? version : undefined);
}

/** Begins with the line that the first script has found. */
export function startLine(): void {
  if (globalThis.atollLine) takeLine(globalThis.atollLine);
}

let visiting: Promise<boolean | undefined> | undefined;

async function ask(signal: AbortSignal | undefined): Promise<boolean | undefined> {
  // The form of the sign-in does not wait for it.
  const found = await import('#api/auth/visit.ts').then(
    ({ visitBackend }) => visitBackend(signal && { signal }),
    () => undefined,
  );
  if (found?.line && !signal?.aborted) remember(found.line, found.version);
  return found?.isWithoutAdmins;
}

/** Asks the backend as a visitor does. Returns whether it has no administrator yet; undefined when it did not respond. */
export function visit(signal?: AbortSignal): Promise<boolean | undefined> {
  const asked = ask(signal).finally(() => {
    if (visiting === asked) visiting = undefined;
  });
  visiting = asked;
  return asked;
}

/** Resolves when the line is known, or nobody could tell. */
export async function lineIsKnown(): Promise<void> {
  if (!$backend.get()) await (visiting ?? visit());
}

/** Sends what a visitor sends, in the words of the backend's line; once more if it turns out to be of another one. */
export async function inItsWords<T>(send: () => Promise<T>): Promise<T> {
  await lineIsKnown();
  const line = $backend.get()?.line;
  try {
    return await send();
  } catch (thrown) {
    // Another line has no such route: the backend was upgraded, or was taken for another one.
    if (toApiError(thrown).status !== 404) throw thrown;
    await visit();
    if ($backend.get()?.line === line) throw thrown;
    return send();
  }
}

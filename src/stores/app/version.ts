import { loadEscapes } from '#api/app/least-version.ts';
import { findVersion as askVersion } from '#api/app/version.ts';
import { readInTab, storeInTab } from '#browser/storage.ts';
import { isUntested } from '#wire/dashboard.ts';
import { lineOfVersion } from '#wire/versions.ts';
import { $askedEscapes } from './capabilities.ts';
import { $backend, remember } from './line.ts';
import { $session } from './session.ts';
import { addToast } from './toasts.ts';

/** What told the version in this tab, and that its user was told that it was not tested: `SOURCE VERSION`. */
const SOURCE_KEY = 'backend_version';

/** Finds the version of the backend once the page is idle: of 0.22 all are alike. Without an answer it stays as known. */
export async function findVersion(): Promise<void> {
  const backend = $backend.get();
  if (backend?.line !== 'pb23') return;
  const [source = '', version = ''] = readInTab(SOURCE_KEY)?.split(' ') ?? [];
  const found = await askVersion(version ? { source, version } : undefined).catch(() => undefined);
  if (!$session.get()) return;
  if (!found && backend.version === undefined) $askedEscapes.set(await loadEscapes().catch(() => undefined));
  // Another line is another backend: the next refusal ends the session, and the sign-in finds the line.
  if (!found || lineOfVersion(found.version) !== backend.line) return;
  if (found.version !== backend.version) remember(backend.line, found.version);
  if (found.version === version) return;
  storeInTab(SOURCE_KEY, `${found.source} ${found.version}`);
  if (isUntested(found.version))
    addToast('info', `This backend is PocketBase ${found.version}, with which Atoll was not tested.`);
}

import { existsSync } from 'node:fs';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { api } from '#api/client.ts';
import type { ProgramVersion } from '#scripts/download/versions.ts';
import { programOf } from '#scripts/test/programs.ts';
import { $backend } from '#stores/app/line.ts';
import { signIn } from '#stores/app/session.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { setLine } from '#wire/choose.ts';
import { removeToasts } from './toasts.ts';

/** The versions of the newer line: always, or with all cases only. */
const ALWAYS: readonly ProgramVersion[] = ['0.40.6'];
const WITH_ALL: readonly ProgramVersion[] = ['0.23.12', '0.36.9'];

$collections.listen(() => {});

/**
 * Runs tests against programs of the newer line, with the stores signed in and connected to each; `npm test` says which
 * of these programs it could not get.
 */
export function onNewer(
  run: (backend: () => Backend, version: ProgramVersion) => void,
  always: readonly ProgramVersion[] = ALWAYS,
  withAll: readonly ProgramVersion[] = WITH_ALL,
): void {
  const versions = [...always, ...(process.env['ALL_CASES'] ? withAll : [])];
  for (const version of new Set(versions)) {
    const bin = programOf(version);
    describe.runIf(existsSync(bin))(`PocketBase ${version}`, () => {
      let running: Backend | undefined;
      beforeAll(async () => {
        setLine('pb23');
        running = await startPocketBase({ bin });
        browser.backend = running.url;
        // A client that has spoken to another one stays.
        api().baseUrl = running.url;
        $backend.set({ line: 'pb23', version });
        await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
      });
      beforeEach(async () => {
        removeToasts();
        await loadCollections();
      });
      afterAll(async () => {
        removeToasts();
        setLine(undefined);
        $backend.set(undefined);
        await running?.stop();
      });
      run(() => {
        if (!running) throw new Error('The backend only runs during tests.');
        return running;
      }, version);
    });
  }
}

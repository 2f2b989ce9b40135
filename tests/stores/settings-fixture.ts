import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { JsonObject } from '#domain/app/lenient.ts';
import { go } from '#stores/app/route.ts';
import { backend, browser } from './records/record-fixture.ts';

export { answerQuestion, backend, browser, toasts, until } from './records/record-fixture.ts';

interface Request {
  readonly path: string;
  readonly method: string;
}
const isSettings = ({ path }: Request): boolean => path === '/api/settings';
export const isRead = (request: Request): boolean => isSettings(request) && request.method === 'GET';
export const isSave = (request: Request): boolean => isSettings(request) && request.method === 'PATCH';

/** The settings as the backend returns them: secrets are masked. */
export const storedSettings = (): Promise<Record<string, JsonObject>> => backend().api.get('/api/settings');

/** Changes settings like another administrator. */
export const changeSettings = (changes: object): Promise<unknown> =>
  backend().api.patch('/api/settings', changes);

/** The secrets and all other settings as they are in the database. */
export function settingsInDatabase(): Record<string, JsonObject> {
  const [row] = backend().sql("SELECT value FROM _params WHERE key = 'settings'");
  return JSON.parse(String(row?.['value']));
}

/** Restores the settings of the file's backend and removes drafts before each test; leaves the page after each. */
export function startSettingsTests(): void {
  let before: Record<string, JsonObject> = {};
  beforeAll(async () => {
    before = settingsInDatabase();
  });
  beforeEach(async () => {
    await changeSettings(before);
    for (const stored of [browser.storage, browser.tabStorage])
      for (const key of stored.keys()) if (key.startsWith('settings_draft_')) stored.delete(key);
  });
  afterEach(() => go('collections'));
}

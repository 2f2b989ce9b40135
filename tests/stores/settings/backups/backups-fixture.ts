import { afterEach, beforeEach } from 'vitest';
import { $backups, startList } from '#stores/settings/backups/list.ts';
import { backend, until } from '#tests/stores/settings-fixture.ts';

interface Listed {
  readonly key: string;
}
interface Request {
  readonly path: string;
  readonly method: string;
}

export const isCreate = ({ path, method }: Request): boolean => path === '/api/backups' && method === 'POST';
export const isList = ({ path, method }: Request): boolean => path === '/api/backups' && method === 'GET';
export const isHealth = ({ path }: Request): boolean => path === '/api/health';

/** Names of the backups that the backend has. */
export const storedKeys = async (): Promise<string[]> =>
  (await backend().api.get<Listed[]>('/api/backups')).map(({ key }) => key);

/** Names of the backups that the page shows. */
export function shownKeys(): string[] | undefined {
  const list = $backups.get();
  return list.state === 'ready' ? list.value.map(({ key }) => key) : undefined;
}

/** Makes a backup like another administrator. */
export const makeBackup = (name: string): Promise<unknown> => backend().api.post('/api/backups', { name });

/** Removes all backups and opens the list before each test; closes it after each, or when the result is called. */
export function startBackupTests(): () => void {
  let stop: (() => void) | undefined;
  beforeEach(async () => {
    for (const key of await storedKeys()) await backend().api.delete(`/api/backups/${key}`);
    stop = startList();
    await until($backups, ({ state }) => state === 'ready');
  });
  const close = () => {
    stop?.();
    stop = undefined;
  };
  afterEach(close);
  return close;
}

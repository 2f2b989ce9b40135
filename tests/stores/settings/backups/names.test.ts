import { downloadZip } from 'client-zip';
import { expect, test } from 'vitest';
import { requestFileToken } from '#api/records/files.ts';
import { backend } from '#tests/stores/settings-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { startInProcess } from '#tests/unit/server/in-process.ts';
import { startBackupTests, storedKeys } from './backups-fixture.ts';

startStores(() => []);
startBackupTests();

test('the server lets a backup of any uploaded name be downloaded and deleted', async () => {
  const content = await downloadZip([{ name: 'data.db', input: 'content' }]).blob();
  const headers = { Authorization: await backend().adminToken() };
  const atoll = await startInProcess(backend().url);
  try {
    for (const name of ['50% done.zip', 'a%b.zip', 'my backup (1).zip', 'Ünï+#?.zip']) {
      const body = new FormData();
      body.append('file', new File([content], name, { type: 'application/zip' }));
      const uploaded = await fetch(`${atoll.url}/api/backups/upload`, { method: 'POST', headers, body });
      expect(uploaded.status, name).toBe(204);
      expect(await storedKeys()).toEqual([name]);
      const address = `${atoll.url}/api/backups/${encodeURIComponent(name)}`;
      const file = await fetch(`${address}?token=${await requestFileToken()}`);
      expect([file.status, (await file.blob()).size], name).toEqual([200, content.size]);
      expect((await fetch(address, { method: 'DELETE', headers })).status, name).toBe(204);
      expect(await storedKeys()).toEqual([]);
    }
  } finally {
    await atoll.stop();
  }
});

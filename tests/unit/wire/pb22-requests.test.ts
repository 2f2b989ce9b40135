import { expect, test } from 'vitest';
import { requestUrl } from '#domain/backend/request.ts';
import { adminsRequest } from '#wire/admins-request.ts';
import { backupsRequest } from '#wire/backups.ts';
import { collectionsRequest } from '#wire/collections.ts';
import { signInRequest } from '#wire/identities.ts';
import { logCountRequest, logStatsRequest, logsRequest } from '#wire/logs.ts';
import { countedRecordsRequest, countRequest, recordsRequest } from '#wire/records.ts';
import { settingsRequest } from '#wire/settings.ts';

const page = { page: 2, perPage: 30, sort: '-created' };
const records = { ...page, collection: 'a/b', filter: 'a="x&y"', expand: 'author', fields: 'id' };

test.each([
  [settingsRequest, '/api/settings'],
  [backupsRequest, '/api/backups'],
  [collectionsRequest(200), '/api/collections?page=1&perPage=200&skipTotal=1&sort=%2Bname'],
  [adminsRequest(page), '/api/admins?page=2&perPage=30&skipTotal=1&sort=-created'],
  [
    logsRequest({ ...page, filter: 'level>0', fields: 'id' }),
    '/api/logs?page=2&perPage=30&skipTotal=1&sort=-created&filter=level%3E0&fields=id',
  ],
  [logStatsRequest('level>0'), '/api/logs/stats?filter=level%3E0'],
  [
    recordsRequest(records),
    '/api/collections/a%2Fb/records?page=2&perPage=30&skipTotal=1&sort=-created&filter=a%3D%22x%26y%22&expand=author&fields=id',
  ],
  [countRequest('posts', 'a=1'), '/api/collections/posts/records?page=1&perPage=1&filter=a%3D1&fields=id'],
  [logCountRequest(''), '/api/logs?page=1&perPage=1&filter=&fields=id'],
  [
    countedRecordsRequest(records),
    '/api/collections/a%2Fb/records?page=2&perPage=30&sort=-created&filter=a%3D%22x%26y%22&expand=author&fields=id',
  ],
])('the address of %o is %s', (request, url) => {
  expect(requestUrl(request)).toBe(url);
});

test('administrators sign in at their own path', () => {
  expect(signInRequest('a', 'b')).toEqual({
    path: '/api/admins/auth-with-password',
    method: 'POST',
    body: { identity: 'a', password: 'b' },
  });
});

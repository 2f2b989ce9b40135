import { expect, test } from 'vitest';
import { batchRequest, neverStored, readBatch, readBatchRefusal, refusedBy } from '#wire/batch.ts';
import { deleteRecordRequest, saveRecordRequest } from '#wire/records.ts';

const create = saveRecordRequest('posts', undefined, { title: 'a' });
const update = saveRecordRequest('posts', 'a/b', {});
const remove = deleteRecordRequest('posts', 'a');

test('[BY-02] changes are sent in their order, with their queries, and the last can’t be stored', () => {
  expect(batchRequest([{ ...create, query: { key: 'a b' } }, update, neverStored]).body).toEqual({
    requests: [
      { method: 'POST', url: '/api/collections/posts/records?key=a%20b', body: { title: 'a' } },
      { method: 'PATCH', url: '/api/collections/posts/records/a%2Fb', body: {} },
      { method: 'DELETE', url: '/api/collections/-/records/-' },
    ],
  });
});

test('an answer has as many parts as were sent, and a refusal names one', () => {
  const parts = [{ status: 200, body: { id: 'a' } }];
  expect([readBatch(parts, 1), readBatch(parts, 2), readBatch({}, 0)]).toEqual([parts, undefined, undefined]);
  const response = { status: 404, message: 'No.', data: {} };
  const refused = { data: { requests: { 1: { code: 'x', message: 'y', response } } } };
  expect(readBatchRefusal(refused)).toEqual({ index: 1, status: 404, body: response });
  for (const other of [{}, { data: { requests: { code: 'x', message: 'y' } } }])
    expect(readBatchRefusal(other)).toBeUndefined();
});

const problems = [{ path: 'title', text: 'Cannot be blank.' }];

test.each([
  ['a rule for new records', create, 400, 'Failed to create record.', [], 'rule'],
  ['the values of a new record', create, 400, 'Failed to create record.', problems, 'values'],
  ['a hook', create, 400, 'Something went wrong while processing your request.', [], 'unclear'],
  ['a hook that says not found', create, 404, 'No.', [], 'unclear'],
  ['a hook that forbids', update, 403, 'No.', [], 'unclear'],
  ['a limit', update, 429, 'Too many requests.', [], 'unclear'],
  ['a rule for changes', update, 404, 'The requested resource wasn’t found.', [], 'rule'],
  ['the values of a change', update, 400, 'Failed to update record.', problems, 'values'],
  ['what comes after the rule', update, 400, 'Failed to update record.', [], 'values'],
  ['a rule for deletes', remove, 404, 'The requested resource wasn’t found.', [], 'rule'],
  ['a reference', remove, 400, 'Failed to delete record. Make sure that …', [], 'values'],
] as const)('[BY-02] %s refuses', (_what, change, status, text, found, by) => {
  expect(refusedBy(change === create, { status, text, problems: found })).toBe(by);
});

import type { DocsContext, DocTab } from '../doc.ts';
import { exampleRecord, GENERAL_FAILURE } from '../shared.ts';

/** Several changes at once, all or none. */
export function batch(context: DocsContext): DocTab {
  const { collection, placeholders } = context;
  const { name } = collection;
  const path = `/api/collections/${name}/records`;
  const id = placeholders.recordId;
  const request = (method: string, url: string, body?: object) => ({ method, url, ...(body && { body }) });
  const requests = [request('DELETE', `${path}/${id}`), request('PUT', path, { id })];
  return {
    id: 'batch',
    title: 'Batch',
    method: 'POST',
    path: '/api/batch',
    description: [
      'Sends several requests that create, change or delete records of any collections. All of them succeed, or nothing changes.',
      'It is off by default: switch it on under Settings, Application. There are limits for the number of requests, their time and their size, too.',
      'Each request follows the rules of its collection, with the token of the batch.',
    ],
    sample: [
      {
        javascript: `const batch = pb.createBatch();\n\nbatch.collection('${name}').delete('${id}');\n// creates the record, or changes the one that has this id\nbatch.collection('${name}').upsert({ id: '${id}' });`,
        dart: `final batch = pb.createBatch();\n\nbatch.collection('${name}').delete('${id}');\n// creates the record, or changes the one that has this id\nbatch.collection('${name}').upsert(body: <String, dynamic>{'id': '${id}'});`,
      },
      {
        javascript:
          'const results = await batch.send();\n\nconsole.log(results.map(({ status }) => status));',
        dart: 'final results = await batch.send();\n\nprint(results.map((result) => result.status));',
      },
    ],
    body: {
      'requests: Array<Object>': {
        text: [
          'The requests, each with `method`, `url` and, if it has one, `body`; `headers` may be set, too.',
          '`POST` creates, `PATCH` changes, `DELETE` deletes a record; `PUT` changes the record whose id is in the body, or creates it.',
          'With files, send `multipart/form-data`: all of this as `@jsonPayload`, and each file as `requests.0.FIELD`.',
        ],
        example: JSON.stringify({ requests }),
      },
    },
    success: [
      'A result for each request, in their order.',
      [
        { status: 204, body: null },
        { status: 200, body: exampleRecord(context) },
      ],
    ],
    failures: {
      '400 A request was refused, and none has changed anything; `data` says which one and why.': {
        message: 'Batch transaction failed.',
        data: {
          requests: {
            0: {
              code: 'batch_request_failed',
              message: 'Batch request failed.',
              response: { data: {}, message: GENERAL_FAILURE, status: 400 },
            },
          },
        },
      },
      '403 Batch requests are switched off.': 'Batch requests are not allowed.',
    },
  };
}

import type { Rule } from '#domain/collections/collection.ts';
import { ruleTitle } from '#domain/collections/editor/rules.ts';
import { ruleAccess } from '../access.ts';
import type { Access, DocBuilder, DocsContext, Sdk } from '../doc.ts';
import { exampleRecord } from '../example-record.ts';
import { quote } from '../literal.ts';
import { bodyParam, bodyTable, requiredText } from '../params.ts';
import { BLANK, done, failure, GENERAL_FAILURE } from '../responses.ts';
import { client, lines, samples, signInFor } from '../sample.ts';

function code(context: DocsContext, sdk: Sdk): string {
  const collection = client(context, sdk);
  const id = quote(sdk, context.placeholders.recordId);
  const { listRule, viewRule } = context.collection;
  const handler =
    sdk === 'javascript'
      ? `(event) => {\n    console.log(event.action, event.record);\n}`
      : `(event) {\n  print('\${event.action} \${event.record}');\n}`;
  return lines(
    // Either rule may need a sign-in; one sign-in is enough for both.
    signInFor(context, sdk, listRule) ?? signInFor(context, sdk, viewRule),
    '// changes of any record',
    `await ${collection}.subscribe('*', ${handler});`,
    '',
    '// changes of one record',
    `await ${collection}.subscribe(${id}, ${handler});`,
    '',
    '// when the events are no longer needed',
    `await ${collection}.unsubscribe(${id});`,
    `await ${collection}.unsubscribe('*');`,
  );
}

/** Who receives the events of a kind of subscription. */
function topicAccess(rule: Rule, name: 'listRule' | 'viewRule', topic: string, content: string): Access {
  if (rule !== null)
    return ruleAccess(rule, name, `Events of \`${topic}\` report only ${content} that match`);
  return {
    text: `Events of \`${topic}\` reach only admins: the ${ruleTitle(name).toLowerCase()} is locked.`,
  };
}

/** Events about changed records. */
export const build: DocBuilder = (context) => {
  const { name, listRule, viewRule } = context.collection;
  return {
    description: [
      `Reports created, updated and deleted \`${name}\` records immediately, through server-sent events.`,
      'One connection serves all subscriptions: `GET` opens it, and its first event, `PB_CONNECT`, contains the client id; `POST` sets the subscriptions of that client. The libraries do both, and reconnect after an interruption.',
    ],
    samples: samples(context, (sdk) => code(context, sdk)),
    endpoints: [
      {
        method: 'GET',
        path: '/api/realtime',
        text: 'Opens the connection.',
        access: [],
        tables: [],
      },
      {
        method: 'POST',
        path: '/api/realtime',
        text: 'Replaces the subscriptions of the client. The rules use the token of this request.',
        access: [
          topicAccess(listRule, 'listRule', `${name}/*`, 'records'),
          topicAccess(viewRule, 'viewRule', `${name}/RECORD_ID`, 'changes of records'),
        ],
        tables: [
          bodyTable(requiredText('clientId', 'Id of the client, from the first event.'), {
            ...bodyParam(
              'subscriptions',
              'Array<String>',
              `The topics: \`${name}/*\` for every record, \`${name}/RECORD_ID\` for one. An empty list ends all subscriptions.`,
            ),
            example: JSON.stringify({ clientId: 'CLIENT_ID', subscriptions: [`${name}/*`] }),
          }),
        ],
      },
    ],
    event: { action: 'create', record: exampleRecord(context) },
    responses: [
      done('The subscriptions are set.'),
      failure(400, 'The client id is missing.', GENERAL_FAILURE, { clientId: BLANK }),
      failure(
        403,
        'The client has already subscribed as another user.',
        "The current and the previous request authorization don't match.",
      ),
      failure(404, 'No open connection has this client id.', 'Missing or invalid client id.'),
    ],
  };
};

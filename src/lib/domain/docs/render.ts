import type { DocsContext, DocTab, Endpoint, Failure, Paragraphs, Prose, Rows } from './doc.ts';
import { sampleCode } from './sample.ts';

const paragraphs = (text: Paragraphs): Prose[] => [text].flat().flatMap((paragraph) => paragraph || []);

function paramTable(title: 'Path parameters' | 'Body parameters' | 'Query parameters', rows?: Rows) {
  if (!rows) return [];
  const params = Object.entries(rows).map(([key, row]) => {
    const [name = '', type = 'String'] = key.split(': ');
    const { text, ...more } = typeof row === 'object' && 'text' in row ? row : { text: row };
    return {
      name: name.replace('?', ''),
      type,
      /** Undefined for other than body parameters. */
      required: title === 'Body parameters' ? !name.endsWith('?') : undefined,
      text: paragraphs(text),
      ...more,
    };
  });
  return [{ title, params }];
}

const docEndpoint = ({ method, path, text, access = [], pathParams, body, query }: Endpoint) => ({
  method,
  path,
  text,
  access,
  tables: [
    ...paramTable('Path parameters', pathParams),
    ...paramTable('Body parameters', body),
    ...paramTable('Query parameters', query),
  ],
});

function failureBody({ line }: DocsContext, status: number, failure: Failure, body: Rows = {}): object {
  if (typeof failure === 'string') return line.failureBody(status, failure, {});
  if ('body' in failure) return failure.body;
  if ('data' in failure) return line.failureBody(status, failure.message, failure.data);
  const required = Object.keys(body).filter((name) => !name.includes('?'));
  const { message, required: error } = failure;
  const names = required.map((name) => name.split(':')[0]);
  return line.failureBody(status, message, Object.fromEntries(names.map((name) => [name, error])));
}

/** What stands below the heading of a tab. */
export const renderDoc = (context: DocsContext, tab: DocTab) => ({
  description: paragraphs(tab.description),
  samples: { javascript: sampleCode(context, tab, 'javascript'), dart: sampleCode(context, tab, 'dart') },
  endpoints: [...(tab.before ? [tab.before] : []), tab].map(docEndpoint),
  responses: [
    { status: tab.success[1] === undefined ? 204 : 200, text: tab.success[0], body: tab.success[1] },
    ...Object.entries(tab.failures).map(([reason, failure]) => {
      const status = Number(reason.slice(0, 3));
      return { status, text: reason.slice(4), body: failureBody(context, status, failure, tab.body) };
    }),
  ],
  event: tab.event,
});

export type Doc = ReturnType<typeof renderDoc>;
export type DocEndpoint = Doc['endpoints'][number];
export type ParamTable = DocEndpoint['tables'][number];
export type Param = ParamTable['params'][number];

import type { Access } from '#domain/docs/doc.ts';
import type { Doc, DocEndpoint, Param } from '#domain/docs/render.ts';

/** The text of a tab of the API docs, in the order of the panel. */
export function docText(heading: string, doc: Doc): string {
  const parts = [
    `# ${heading}`,
    ...doc.description,
    '## JavaScript',
    block('javascript', doc.samples.javascript),
    '## Dart',
    block('dart', doc.samples.dart),
    ...doc.endpoints.flatMap(endpointText),
    ...(doc.event === undefined ? [] : ['## Event', json(doc.event)]),
    ...doc.responses.flatMap(({ status, text, body }) => [
      `## ${status}`,
      text,
      body === undefined ? '(no body)' : json(body),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const json = (value: unknown): string => block('json', JSON.stringify(value, undefined, 2));

function endpointText({ method, path, text, access, tables }: DocEndpoint): string[] {
  return [
    `## ${method} ${path}`,
    ...(text === undefined ? [] : [text]),
    ...access.map(accessText),
    ...tables.flatMap(({ title, params }) => [`### ${title}`, params.map(paramText).join('\n')]),
  ];
}

const accessText = ({ text, rule }: Access): string =>
  rule === undefined ? text : `${text}\n\n${block('', rule)}`;

function paramText({ name, type, required, text, example, details = {} }: Param): string {
  const need = required === undefined ? '' : required ? ', required' : ', optional';
  return [
    `- **${name}** (\`${type}\`${need})`,
    ...text.map((line) => `  ${line}`),
    ...(example === undefined ? [] : [`  \`${example}\``]),
    ...Object.entries(details).map(([code, meaning]) => `  - \`${code}\` ${meaning}`),
  ].join('\n');
}

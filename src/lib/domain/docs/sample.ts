import type { Arguments, Call, DocsContext, DocTab, Line } from './doc.ts';
import { Code, type Literal, type Literals, literal, quote, type Sdk } from './literal.ts';

const DECLARE = { javascript: 'const', dart: 'final' };

function argumentCode(sdk: Sdk, { args = [], named = {} }: Arguments): string[] {
  const all = args.map((value) => literal(sdk, value));
  const members = Object.entries(named).map(([name, value]) => `${name}: ${literal(sdk, value)}`);
  if (sdk === 'dart') return [...all, ...members];
  return members.length > 1 ? [...all, literal(sdk, named)] : [...all, ...members.map((one) => `{ ${one} }`)];
}

function callCode(sdk: Sdk, collection: string, call: Call): string {
  const { on = collection, method, result, isLong } = call;
  const chosen = (sdk === 'dart' && call.dart) || call;
  const isNamed = sdk === 'dart' && Object.keys(chosen.named ?? {}).length > 1;
  const all = argumentCode(sdk, chosen);
  const lines = all.map((one) => `${isLong ? '    ' : '  '}${one},\n`).join('');
  const owner = on instanceof Code ? on.text : `collection(${quote(sdk, on)})`;
  const start = result ? `${DECLARE[sdk]} ${result} = ` : '';
  return `${start}await pb.${owner}.${method}(${isLong || isNamed ? `\n${lines}` : all.join(', ')});`;
}

function lineCode(sdk: Sdk, collection: string, line: Line): string {
  if (typeof line === 'string') return `// ${line}`;
  if (line instanceof Code) return line.text;
  return 'method' in line ? callCode(sdk, collection, line) : line[sdk];
}

/** A complete sample: the import, the client with the real address, then its parts. */
export function sampleCode(context: DocsContext, { sample, dartImports = [] }: DocTab, sdk: Sdk): string {
  const imports = {
    javascript: `import PocketBase from 'pocketbase';`,
    dart: [`import 'package:pocketbase/pocketbase.dart';`, ...dartImports].join('\n'),
  };
  const created = sdk === 'javascript' ? 'new PocketBase' : 'PocketBase';
  const client = `${DECLARE[sdk]} pb = ${created}(${quote(sdk, context.baseUrl.replace(/\/+$/, ''))});`;
  const parts = sample.map((part = []) =>
    [part]
      .flat()
      .map((line) => lineCode(sdk, context.collection.name, line))
      .join('\n'),
  );
  return [imports[sdk], client, ...parts].filter(Boolean).join('\n\n');
}

export const print = (value: string): Line => ({
  javascript: `console.log(${value});`,
  dart: `print(${value});`,
});

/** A sample that writes a record. Values that are code are files, which Dart takes apart from the others. */
export function writeParts(
  method: 'create' | 'update',
  args: readonly Literal[],
  values: Literals,
): DocTab['sample'] {
  const isFile = ([, value]: readonly [string, Literal]) => value instanceof Code;
  const files = Object.entries(values).filter(isFile);
  const others = Object.fromEntries(Object.entries(values).filter((entry) => !isFile(entry)));
  const parts = files.map(
    ([name]) =>
      `    http.MultipartFile.fromBytes(${quote('dart', name)}, bytes, filename: 'filename.jpg'),\n`,
  );
  const note = {
    javascript: '// fileInput is an <input type="file"> of the page; any File or Blob works',
    dart: '// bytes are the contents of a file',
  };
  const data = {
    javascript: `const data = ${literal('javascript', values)};`,
    dart: `final body = <String, dynamic>${literal('dart', others)};`,
  };
  const sent = files.length > 0 && { files: new Code(`[\n${parts.join('')}  ]`) };
  const dart = { args, named: { body: new Code('body'), ...sent } };
  return [
    files.length > 0 ? [note, data] : data,
    { result: 'record', method, args: [...args, new Code('data')], dart },
  ];
}

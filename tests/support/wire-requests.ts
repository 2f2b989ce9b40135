import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '#scripts/lib/paths.ts';

/* What of the source sends a request that is no GET, found in its text: nothing new can be forgotten. */

interface Statement {
  /** Below the folder, such as `pb23/accounts.ts`. */
  readonly file: string;
  readonly name: string;
  readonly isExported: boolean;
  readonly text: string;
}

const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const DECLARATION = /^(export )?(?:async )?(?:const|function|class) \*?(\w+)/;

/** The statements of all modules of a folder, without imports and comments. */
function statementsIn(folder: string): Statement[] {
  const files = readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(inRoot(`${folder}/${file}`), 'utf8').replace(COMMENT, '$1');
      const found: { file: string; name: string; isExported: boolean; text: string }[] = [];
      for (const part of text.split(/^(?=\S)/m)) {
        const [, exported, name] = DECLARATION.exec(part) ?? [];
        const last = found.at(-1);
        if (name) found.push({ file, name, isExported: exported !== undefined, text: part });
        // The end of a statement, such as its closing brace.
        else if (last && !/^(import|export) /.test(part)) last.text += part;
      }
      return found;
    });
}

/** A private name is known in its own file only. */
const keyOf = ({ file, name, isExported }: Statement): string => (isExported ? name : `${file}#${name}`);

/** The statements that fulfil `isOne` or mention one of `names`, and those that mention them, and so on. */
function closure(
  statements: readonly Statement[],
  isOne: (statement: Statement) => boolean,
  names: Iterable<string> = [],
): Statement[] {
  const known = new Set([...names, ...statements.filter(isOne).map(keyOf)]);
  const mentions = ({ file, text }: Statement) =>
    [...text.replace(DECLARATION, '').matchAll(/(?<!\w|(?<!\.\.)\.)[A-Za-z_]\w*|(?<=\bpb2[23]\.)\w+/g)].some(
      ([word]) => known.has(word) || known.has(`${file}#${word}`),
    );
  for (let before = -1; before !== known.size; ) {
    before = known.size;
    for (const statement of statements) if (mentions(statement)) known.add(keyOf(statement));
  }
  return statements.filter((statement) => known.has(keyOf(statement)));
}

const exportedNames = (statements: readonly Statement[]): Set<string> =>
  new Set(statements.filter(({ isExported }) => isExported).map(({ name }) => name));

const METHOD = /'(POST|PUT|PATCH|DELETE)'/;

/** The names of all that the wire exports and that makes a request which is no GET. */
export const sendingNames = (): Set<string> =>
  exportedNames(
    closure(
      statementsIn('src/lib/wire').filter(({ file }) => file !== 'both/reading.ts'),
      ({ text }) => METHOD.test(text),
    ),
  );

/** The names of all that `lib/api` exports and that uses one of these of the wire, itself or by others. */
export const callsUsing = (names: Iterable<string>): Set<string> =>
  exportedNames(closure(statementsIn('src/lib/api'), () => false, names));

/** Those of the wire's requests, no GETs, that change nothing. */
export const READING_REQUESTS: readonly string[] = [
  'appleSecretRequest',
  'codeRequest',
  'codeSignInRequest',
  'fileTokenRequest',
  'impersonateRequest',
  'refreshRequest',
  'signInRequest',
  'tryViewRequest',
  'userSignInRequest',
];

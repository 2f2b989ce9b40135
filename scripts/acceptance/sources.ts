import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from '#scripts/lib/paths.ts';
import { compare, idsIn, type Proof, parseAcceptance } from './acceptance.ts';

/** Facts about a test file that test reports do not contain. */
export interface TestSource {
  /** Ids in titles, including those of tests that never run. */
  ids: Proof[];
  /** `file:line` of tests with an empty body: they pass but prove nothing. */
  empty: string[];
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe', 'plain', 'step']);

/** Finds the tests and groups of a test file. Ignores comments and strings that look like a test. */
export function inspectTests(source: string, file: string): TestSource {
  const found: TestSource = { ids: [], empty: [] };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const where = `${file}:${root.getLineAndCharacterOfPosition(node.getStart(root)).line + 1}`;
      const [title, ...rest] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        for (const id of idsIn(title.getText(root))) found.ids.push({ id, where });
        const body = rest.at(-1);
        if (body && isEmptyFunction(body)) found.empty.push(where);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** Accepts `test`, `test.only`, `test.describe`, `test.each(CASES)` and similar calls. */
function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TEST_FUNCTIONS.has(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee))
    return isTestFunction(callee.expression);
  return false;
}

function isEmptyFunction(node: ts.Expression): boolean {
  const isFunction = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  return isFunction && ts.isBlock(node.body) && node.body.statements.length === 0;
}

/**
 * Checks the sources of all tests and prints unknown ids and empty tests.
 * @returns whether there are none.
 */
export function checkTestSources(): boolean {
  const areas = parseAcceptance(readFileSync(inRoot('docs/acceptance.md'), 'utf8'));
  const files = readdirSync(inRoot('tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .sort();
  const found = files.map((file) =>
    inspectTests(readFileSync(inRoot('tests', file), 'utf8'), `tests/${file}`),
  );
  const { unknown } = compare(
    areas,
    found.flatMap(({ ids }) => ids),
  );
  const empty = found.flatMap((one) => one.empty);
  for (const { id, where } of unknown) console.log(`Unknown id ${id} in ${where}`);
  for (const where of empty) console.log(`Empty test in ${where}`);
  if (unknown.length + empty.length === 0) console.log(`ok, in ${files.length} files`);
  return unknown.length + empty.length === 0;
}

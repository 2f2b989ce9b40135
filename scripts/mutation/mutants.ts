import ts from 'typescript';

/** One small fault in a source file. */
export interface Mutant {
  /** Path relative to the repository. */
  file: string;
  line: number;
  kind: string;
  /** Offsets of the replaced text in the source. */
  start: number;
  end: number;
  replacement: string;
}

const K = ts.SyntaxKind;

/** Operators and their mutants: a limit moves by one, or the operator becomes its opposite. */
const OPERATORS = new Map<ts.SyntaxKind, [kind: string, replacement: string]>([
  [K.LessThanToken, ['boundary', '<=']],
  [K.LessThanEqualsToken, ['boundary', '<']],
  [K.GreaterThanToken, ['boundary', '>=']],
  [K.GreaterThanEqualsToken, ['boundary', '>']],
  [K.EqualsEqualsEqualsToken, ['condition', '!==']],
  [K.ExclamationEqualsEqualsToken, ['condition', '===']],
  [K.AmpersandAmpersandToken, ['and/or', '||']],
  [K.BarBarToken, ['and/or', '&&']],
]);

/** Operators whose mutant equals the negated condition. */
const NEGATED_BY_OPERATOR = new Set([K.EqualsEqualsEqualsToken, K.ExclamationEqualsEqualsToken]);

/** Attributes that only change the look; a variant of a panel or of tabs changes more. */
const LOOKS = /^(\S+ className|(Icon)?Button variant)$/;

/**
 * All mutants of a TypeScript or JavaScript source, in source order. Class names and variants of buttons have none, nor
 * do variables that only they use: what only changes the look is seen on screenshots. A component that returns null has
 * none either: React renders the same for undefined.
 */
export function makeMutants(source: string, file: string): Mutant[] {
  const mutants: Mutant[] = [];
  visitMutants(source, file, (_node, mutant) => mutants.push(mutant));
  return mutants;
}

/** Calls `found` with each mutant and the node that it replaces. Returns the source's tree. */
export function visitMutants(
  source: string,
  file: string,
  found: (node: ts.Node, mutant: Mutant) => void,
): ts.SourceFile {
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const add = (node: ts.Node, kind: string, replacement: string): void => {
    const start = node.getStart(root);
    const line = root.getLineAndCharacterOfPosition(start).line + 1;
    found(node, { file, line, kind, start, end: node.getEnd(), replacement });
  };
  const looks = namesOfLooks(root);
  const visit = (node: ts.Node): void => {
    // Types and imports produce no code to mutate.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (isLook(node) || (ts.isVariableDeclaration(node) && looks.has(node.name.getText()))) return;
    mutate(node, add);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return root;
}

/** Whether it is an attribute that only changes the look, such as `Button variant`. */
const isLook = (node: ts.Node): boolean =>
  ts.isJsxAttribute(node) && LOOKS.test(`${node.parent.parent.tagName.getText()} ${node.name.getText()}`);

/** Names that a source uses in nothing but such attributes. */
function namesOfLooks(root: ts.SourceFile): ReadonlySet<string> {
  const inside = new Set<string>();
  const outside = new Set<string>();
  const visit = (node: ts.Node, isInside: boolean): void => {
    const isDeclared = ts.isVariableDeclaration(node.parent) && node.parent.name === node;
    if (ts.isIdentifier(node) && !isDeclared) (isInside ? inside : outside).add(node.text);
    ts.forEachChild(node, (child) => visit(child, isInside || isLook(child)));
  };
  ts.forEachChild(root, (child) => visit(child, false));
  return inside.difference(outside);
}

type Add = (node: ts.Node, kind: string, replacement: string) => void;

function mutate(node: ts.Node, add: Add): void {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression, add);
  else if (ts.isConditionalExpression(node)) negate(node.condition, add);
  else if (ts.isBinaryExpression(node)) {
    const [kind, replacement] = OPERATORS.get(node.operatorToken.kind) ?? [];
    if (kind && replacement) add(node.operatorToken, kind, replacement);
  } else if (node.kind === K.TrueKeyword) add(node, 'boolean', 'false');
  else if (node.kind === K.FalseKeyword) add(node, 'boolean', 'true');
  else if (isText(node)) add(node, 'string', isEmptyText(node) ? `'mutant'` : `''`);
  else if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, 'call', ';');
  else if (ts.isReturnStatement(node) && node.expression && !isNothing(node.expression))
    add(node.expression, 'return', 'undefined');
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body) && !isNothing(node.body))
    add(node.body, 'return', 'undefined');
}

function negate(condition: ts.Expression, add: Add): void {
  if (ts.isBinaryExpression(condition) && NEGATED_BY_OPERATOR.has(condition.operatorToken.kind)) return;
  add(condition, 'condition', `!(${condition.getText()})`);
}

/** Whether the node is a string value: not a key, a module name or a directive. */
function isText(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) return !ts.isTaggedTemplateExpression(node.parent);
  if (!ts.isStringLiteralLike(node)) return false;
  const { parent } = node;
  const isKey =
    ('name' in parent && parent.name === node) || ('propertyName' in parent && parent.propertyName === node);
  const isImport = ts.isCallExpression(parent) && parent.expression.kind === K.ImportKeyword;
  return !(isKey || isImport || ts.isExpressionStatement(parent) || ts.isTaggedTemplateExpression(parent));
}

function isEmptyText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && node.text === '';
}

function isCall(node: ts.Expression): boolean {
  return ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);
}

/** Whether it is undefined, or means the same: React renders null as nothing, too. */
function isNothing(node: ts.Expression): boolean {
  const text = node.getText();
  return text === 'undefined' || (text === 'null' && node.getSourceFile().fileName.endsWith('.tsx'));
}

import ts from 'typescript';
import { inRoot } from '#scripts/lib/paths.ts';
import { type Mutant, visitMutants } from './mutants.ts';

/** A mutant and its number in the run. */
export type NumberedMutant = Mutant & { id: number };

/**
 * The source with the faults of a run, each active only when `faults.ts` says so.
 * @param mutants those of this source
 */
export function addFaults(source: string, file: string, mutants: NumberedMutant[]): string {
  const ids = new Map(mutants.map((mutant) => [placeOf(mutant), mutant.id]));
  const faults = new Map<ts.Node, NumberedMutant[]>();
  const root = visitMutants(source, file, (node, mutant) => {
    const id = ids.get(placeOf(mutant));
    if (id !== undefined) faults.set(node, [...(faults.get(node) ?? []), { ...mutant, id }]);
  });
  const print = (node: ts.Node): string => {
    const [inOperator] = ts.isBinaryExpression(node) ? (faults.get(node.operatorToken) ?? []) : [];
    let text = inOperator ? printOperator(node as ts.BinaryExpression, inOperator, print) : printParts(node);
    for (const fault of faults.get(node) ?? []) text = printFault(node, fault, text);
    return text;
  };
  const printParts = (node: ts.Node): string => {
    let text = '';
    let at = node.getStart(root);
    ts.forEachChild(node, (part) => {
      // A missing part, such as the parameters of a call without any, has no text.
      if (part.getEnd() <= at) return;
      text += source.slice(at, part.getStart(root)) + print(part);
      at = part.getEnd();
    });
    return text + source.slice(at, node.getEnd());
  };
  const start = root.getStart(root);
  const imported = `import { faults as atollFaults } from ${JSON.stringify(inRoot('scripts/mutation/faults.ts'))};`;
  return `${imported}${source.slice(0, start)}${printParts(root)}${source.slice(root.getEnd())}`;
}

const placeOf = ({ start, end, kind }: Mutant): string => `${start} ${end} ${kind}`;

type Print = (node: ts.Node) => string;

function printOperator(node: ts.BinaryExpression, { id, kind }: NumberedMutant, print: Print): string {
  const [a, b] = [print(node.left), print(node.right)];
  const operator = node.operatorToken.getText();
  if (kind === 'and/or')
    return `(atollFaults.goesOn(${id}, ${a}, '${operator}') ? ${b} : atollFaults.left())`;
  if (kind === 'boundary') return `atollFaults.compare(${id}, ${a}, '${operator}', ${b})`;
  return `atollFaults.not(${id}, ${a} ${operator} ${b})`;
}

function printFault(node: ts.Node, { id, kind, replacement }: NumberedMutant, text: string): string {
  if (kind === 'call') return `atollFaults.isOn(${id}) || ${text}`;
  if (kind === 'condition') return `atollFaults.not(${id}, ${text})`;
  if (!ts.isJsxAttribute(node.parent)) return `(atollFaults.isOn(${id}) ? ${replacement} : ${text})`;
  // There, a backslash is only itself.
  const value = ts.isStringLiteral(node) ? JSON.stringify(node.text) : text;
  return `{(atollFaults.isOn(${id}) ? ${replacement} : ${value})}`;
}

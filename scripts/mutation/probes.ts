import ts from 'typescript';

/** A place in a source whose passing by is to be noted. */
export interface Probe {
  id: number;
  /** Offset in the source. */
  start: number;
}

/**
 * The source with a call of `globalThis.atollProbe(id)` at the beginning of the function around each probe, or of the
 * file where there is none: what the tests of a fault in that place have in common is that they come by there.
 */
export function addProbes(source: string, file: string, probes: Probe[]): string {
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const inserts: { at: number; text: string }[] = [];
  for (const { id, start } of probes) {
    const call = `globalThis.atollProbe?.(${id})`;
    const body = bodyAround(root, start);
    if (!body) inserts.push({ at: 0, text: `${call};` });
    else if (ts.isBlock(body)) inserts.push({ at: body.getStart(root) + 1, text: `${call};` });
    else inserts.push({ at: body.getStart(root), text: `(${call},` }, { at: body.getEnd(), text: ')' });
  }
  // From the end, so that the offsets before it stay true. Of two at one place the later one closes or opens first.
  const ordered = inserts.toSorted((a, b) => b.at - a.at);
  return ordered.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

/** The body of the innermost function around an offset. A function's parameters belong to what is around it. */
function bodyAround(root: ts.SourceFile, offset: number): ts.ConciseBody | undefined {
  let found: ts.ConciseBody | undefined;
  const visit = (node: ts.Node): void => {
    if (offset < node.getStart(root) || offset >= node.getEnd()) return;
    const { parent } = node;
    if (parent && ts.isFunctionLike(parent) && 'body' in parent && parent.body === node)
      found = ts.isBlock(node) || ts.isExpression(node) ? node : found;
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

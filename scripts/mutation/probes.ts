import ts from 'typescript';

/** A place in a source; a test that executes it is recorded. */
export interface Probe {
  id: number;
  /** Offset in the source. */
  start: number;
}

/**
 * The source with a call of `globalThis.atollProbe(id)` at the beginning of the function around each probe, or at the
 * beginning of the file when there is no function. Only tests that make the call can detect a fault in that place.
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
  // From the end, so that earlier offsets stay valid. Of two inserts at one offset, the later one comes first in the result.
  const ordered = inserts.toSorted((a, b) => b.at - a.at);
  return ordered.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

/** The body of the innermost function around an offset. Parameters belong to the surrounding function. */
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

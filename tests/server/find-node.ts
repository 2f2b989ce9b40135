import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { findNode } from '#tests/support/server/node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    node: string;
    runtimes: 'first' | 'all';
  }
}

/** Vitest's global setup: with ALL_RUNTIMES, finds or downloads Node once for all test files. */
export default function provideNode({ provide }: TestProject): void {
  const isWanted = Boolean(process.env['ALL_RUNTIMES']);
  const node = isWanted ? findNode() : undefined;
  provide('runtimes', isWanted ? 'all' : 'first');
  if (isWanted && !node) console.warn('Node 22.12 or newer is not installed and can not be downloaded.');
  provide('node', node ?? '');
}

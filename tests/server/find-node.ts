import type { TestProject } from 'vitest/node';
import { findNode } from '#tests/support/server/node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    node: string;
  }
}

/** Vitest's global setup: finds or downloads Node once for all test files. */
export default function provideNode({ provide }: TestProject): void {
  const node = findNode();
  if (!node) console.warn('Node 22.12 or newer is not installed and can not be downloaded.');
  provide('node', node ?? '');
}

import type { TestProject } from 'vitest/node';
import { findNode } from '#tests/support/server/node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    node: string;
  }
}

/** Vitest's global setup: finds or fetches Node once for all files. */
export default function provideNode({ provide }: TestProject): void {
  const node = findNode();
  if (!node) console.warn('No Node of version 22.12 or newer is at hand, and none can be fetched.');
  provide('node', node ?? '');
}

import { whenIdle } from '#browser/connection.ts';
import { isDocument, richTextFiles } from '#browser/rich-text-files.ts';

/** The parts of the editor in the order in which they have to run. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./hugerte.ts'),
  () => import('./hugerte-model.ts'),
  () => import('./hugerte-theme.ts'),
  () => import('./hugerte-plugins.ts'),
];

const urgent = Promise.withResolvers<void>();

/** Makes loading the editor no longer wait for idle times, because the user wants to type. */
export const hurryEditor = urgent.resolve;

const pause = () =>
  Promise.race([
    new Promise<void>((resolve) => void whenIdle(resolve)),
    // In a task of its own, so that key presses are handled between the parts.
    urgent.promise.then(() => new Promise<void>((resolve) => void setTimeout(resolve))),
  ]);

/** Fetches all files at the same time, without running them. */
function fetchFiles() {
  for (const url of richTextFiles()) {
    const href = new URL(url, document.baseURI).href;
    if (isDocument(url) || document.querySelector(`link[rel=modulepreload][href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Loads the rich-text editor. Each part runs in an idle time of its own, unless `hurryEditor` was called. Throws the
 * error of the import.
 */
export async function loadEditor() {
  fetchFiles();
  for (const run of PARTS) {
    await pause();
    await run();
  }
  await pause();
  return import('./RichText.tsx');
}

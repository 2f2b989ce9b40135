import { atom, onMount, type ReadableAtom } from 'nanostores';
import { $path } from '#stores/app/route.ts';

/**
 * Creates the state of a popup, `closed` or what it is about. A change of the address closes it: by default only another
 * screen.
 */
export function createPopup<Content>(closed: Content, $address: ReadableAtom<unknown> = $path) {
  const $content = atom(closed);
  const close = (): void => $content.set(closed);
  onMount($content, () => $address.listen(close));
  return { $content, open: (content: Content): void => $content.set(content), close };
}

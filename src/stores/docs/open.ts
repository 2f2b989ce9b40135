import { atom, onMount } from 'nanostores';
import { $path } from '#stores/app/route.ts';

/** Whether the API docs of the active collection are open (DC-01). Their content is in panel.ts. */
export const $isDocsOpen = atom(false);

// A change of the route closes the panel (SH-07).
onMount($isDocsOpen, () => $path.listen(closeDocs));

/** Opens the API docs of the active collection. */
export function openDocs(): void {
  $isDocsOpen.set(true);
}

/** Closes the API docs. */
export function closeDocs(): void {
  $isDocsOpen.set(false);
}

import { administratorLabel, administratorWord } from '#stores/app/administrator-word.ts';
import { $backend } from '#stores/app/line.ts';
import { usePrerendered } from './island.tsx';

const PRERENDERED = { word: 'admin', label: 'Admin' } as const;

/** What people call an administrator, also where a label begins with it. The prerendered page has the older word. */
export function useAdministratorWord(): { readonly word: string; readonly label: string } {
  const isKnown = usePrerendered($backend, undefined) !== undefined;
  return isKnown ? { word: administratorWord(), label: administratorLabel() } : PRERENDERED;
}

import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { ReadOnlyNote } from '#components/feedback/ReadOnlyNote.tsx';
import type { ReadOnlyBy } from '#domain/app/read-only.ts';
import { isForUsers } from '#routing/routes.ts';
import { $route } from '#stores/app/route.ts';

/** The sign of the read-only mode in the strip above the page, which has its room from the first paint on. */
export default function ReadOnlySign({ by }: { readonly by: ReadOnlyBy }) {
  const route = useStore($route);
  // The mode of a device is that of its administrator.
  const isShown = by === 'operator' || !route || !isForUsers(route.definition);
  useLayoutEffect(() => {
    const html = document.documentElement;
    if (isShown) html.dataset['readOnly'] = '';
    return () => void delete html.dataset['readOnly'];
  }, [isShown]);
  const place = document.querySelector('.backend-strip');
  if (!place || !isShown) return null;
  return createPortal(
    <aside
      aria-label="Read-only mode"
      className="flex shrink-0 grow items-center justify-center bg-warning px-2 text-xs font-semibold text-base-100"
    >
      <ReadOnlyNote />
    </aside>,
    place,
  );
}

// chunks: frame
import { ResizeHandle } from '#components/elements/ResizeHandle.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { island, useInitial } from '#islands/island.tsx';
import { $sidebarWidth, SIDEBAR_MAX, SIDEBAR_MIN, setSidebarWidth } from '#stores/app/sidebar-width.ts';

function Resizer() {
  const width = useInitial($sidebarWidth);
  const isHydrated = useIsHydrated();
  // Before hydration nothing handles a drag.
  if (!isHydrated) return null;
  return (
    <ResizeHandle
      width={width}
      min={SIDEBAR_MIN}
      max={SIDEBAR_MAX}
      onResize={setSidebarWidth}
      className="max-sm:hidden"
    />
  );
}

export default island((route) => route.definition.sidebar, Resizer);

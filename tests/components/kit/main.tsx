import './kit.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#components/feedback/ErrorState.tsx';
import { installTooltips } from '#components/overlay/tooltip.ts';
import { Chart } from './Chart.tsx';
import { Controls } from './Controls.tsx';
import { Fields } from './Fields.tsx';
import { Filters } from './Filters.tsx';
import { showPrerendered } from './hydrate.tsx';
import { Menus } from './Menus.tsx';
import { Panels } from './Panels.tsx';
import { Parts } from './Parts.tsx';
import { Selects } from './Selects.tsx';
import { Shell } from './Shell.tsx';
import { Tables } from './Tables.tsx';

/** Every part of the kit by name; `?part=` selects one, so that a page contains only what its test needs. */
const PARTS: Record<string, () => ReactNode> = {
  chart: Chart,
  controls: Controls,
  fields: Fields,
  filters: Filters,
  menus: Menus,
  panels: Panels,
  parts: Parts,
  selects: Selects,
  tables: Tables,
};

const query = new URLSearchParams(location.search);
const Part = PARTS[query.get('part') ?? ''];
document.documentElement.dataset.theme = query.get('theme') ?? 'atoll';

installTooltips();
const kit = document.getElementById('kit');
const shell = document.getElementById('shell');
if (kit && query.get('part') === 'hydrated') {
  showPrerendered(kit);
} else if (kit && Part) {
  createRoot(kit).render(
    <ErrorBoundary>
      <h1 className="mb-3 text-lg font-semibold">Kit: {query.get('part')}</h1>
      <Part />
    </ErrorBoundary>,
  );
}
// A separate tree, like the shell's island.
if (shell) createRoot(shell).render(<Shell />);

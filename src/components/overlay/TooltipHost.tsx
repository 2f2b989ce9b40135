import { useEffect } from 'react';
import { installTooltips } from './tooltip.ts';

/** Serves all tooltips of the page while it is mounted; for pages made of React alone. */
export function TooltipHost() {
  useEffect(() => installTooltips(document), []);
  return null;
}

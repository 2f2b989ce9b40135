import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { isComposing, latinKey } from '#domain/app/key-press.ts';
import type { Walk } from '#stores/factories/create-walk.ts';

/** What takes letters: text, and lists that letters search. */
const FIELDS = 'input, textarea, select, iframe, [contenteditable], [role=combobox]';

/** The step of a key, as in many lists; not in a field, and only while the panel has the focus (WCAG 2.1.4). */
function stepOf(event: KeyboardEvent): 'above' | 'below' | undefined {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event)) return;
  if (!(target instanceof Element) || !target.closest('[data-panel]') || target.matches(FIELDS)) return;
  // Only for the panel on top, and not while one of its menus is open.
  const top = [...document.querySelectorAll('[data-panel]')].at(-1);
  if (!top?.contains(target) || document.querySelector('[data-popup-open]')) return;
  return ({ k: 'above', j: 'below' } as const)[latinKey(event)];
}

/** Buttons and keys of a panel for the rows above and below in the list; nothing if the row is not in the list. */
export function WalkSteps({ walk, above, below }: { walk: Walk; above: string; below: string }) {
  const neighbours = useStore(walk.$neighbours);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === 'above') walk.openAbove();
    else if (step === 'below') void walk.openBelow();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const isLast = neighbours?.below === undefined && neighbours?.hasMore !== true;
  const steps = [
    [above, 'K', 'icon-[ri--arrow-up-s-line]', neighbours?.above === undefined, walk.openAbove],
    [below, 'J', 'icon-[ri--arrow-down-s-line]', isLast, walk.openBelow],
  ] as const;
  return (
    <span className="flex shrink-0">
      {steps.map(([label, letter, icon, isOff, step]) => (
        <IconButton
          key={letter}
          icon={icon}
          iconSize="size-5"
          label={label}
          tooltip={`${label} (${letter})`}
          aria-keyshortcuts={letter}
          tooltipSide="bottom"
          aria-disabled={isOff || undefined}
          className="aria-disabled:opacity-40"
          onClick={() => void step()}
        />
      ))}
    </span>
  );
}

import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '#components/elements/announce.ts';
import { LineAction } from '#components/elements/LineAction.tsx';
import { Token } from '#components/elements/Token.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { setFilter } from '#stores/app/list-address.ts';
import { $filterTokens } from '#stores/records/filter-by.ts';
import {
  $recentFilters,
  clearRecentFilters,
  forgetFilter,
  noteFilters,
} from '#stores/records/recent-filters.ts';

function FilterTokens() {
  const tokens = useStore($filterTokens);
  const list = useRef<HTMLUListElement>(null);
  useEffect(noteFilters, []);
  const searchField = () =>
    list.current?.parentElement?.querySelector<HTMLElement>('form :is(input, textarea)');
  useFocusInList(list, 'li', tokens.length, searchField);
  return (
    // In the page also without conditions: it is where the focus is lost with the last ones.
    <ul
      ref={list}
      hidden={tokens.length === 0}
      aria-label="Conditions of the filter"
      className="flex flex-wrap gap-1.5 pt-2"
    >
      {tokens.map(({ label, rest }) => (
        <Token key={label} label={label} onRemove={() => setFilter(rest)} />
      ))}
    </ul>
  );
}

const LINE =
  'min-h-8 min-w-0 grow cursor-pointer truncate rounded-field px-2 text-left hover:bg-tint focus:bg-tint max-sm:min-h-10';

/** The last filters of the collection, below its empty search field: Down leads to them, Delete forgets one. */
function RecentFilters() {
  const filters = useStore($recentFilters);
  const [isHidden, setIsHidden] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const isShown = filters.length > 0 && !isHidden;

  const lines = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  const focusField = () =>
    root.current?.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();

  const onFieldKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, ctrlKey, target } = event;
    if (!isShown || (target instanceof Node && root.current?.contains(target))) return;
    // The list of completions takes this place.
    if (key === ' ' && ctrlKey) setIsHidden(true);
    if (key !== 'ArrowDown' && key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') setIsHidden(true);
    else lines()[0]?.focus();
  });
  useEffect(() => {
    const form = root.current?.closest('form');
    const listen = (event: globalThis.KeyboardEvent) => onFieldKey(event);
    // Before the editor of the field sees the key.
    form?.addEventListener('keydown', listen, true);
    return () => form?.removeEventListener('keydown', listen, true);
  }, []);
  useEffect(() => {
    if (isShown) announce('Recent filters are below. Press the down arrow.');
  }, [isShown]);

  function forget(filter: string) {
    const at = filters.indexOf(filter);
    // Before the focused line disappears: keys that are typed at once must not be lost.
    if (filters.length > 1) lines()[at > 0 ? at - 1 : 1]?.focus();
    else focusField();
    forgetFilter(filter);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event;
    const all = lines();
    const line = (target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-line]');
    const at = line ? all.indexOf(line) : -1;
    const filter = filters[at];
    if (key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (key === 'ArrowUp') at > 0 ? all[at - 1]?.focus() : focusField();
    else if (key === 'ArrowRight') (line?.nextElementSibling as HTMLElement | null)?.focus();
    else if (key === 'ArrowLeft') line?.focus();
    else if (key === 'Escape') {
      focusField();
      setIsHidden(true);
    } else if (key === 'Delete' && filter !== undefined) forget(filter);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it get the keys; presses keep the field's focus.
    <div
      ref={root}
      data-popup-open={isShown ? '' : undefined}
      className={`absolute inset-x-0 top-full z-30 mt-1 rounded-box border border-base-300 bg-base-100 p-1 shadow-lifted ${isShown ? '' : 'hidden'}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.preventDefault()}
    >
      <ul aria-label="Recent filters">
        {filters.map((filter) => (
          <li key={filter} className="flex items-center gap-1">
            <button
              type="button"
              tabIndex={-1}
              data-line=""
              className={`${LINE} font-mono text-dense`}
              title={filter}
              onClick={() => {
                focusField();
                setFilter(filter);
              }}
            >
              <bdi>{filter}</bdi>
            </button>
            <LineAction
              verb="Forget"
              name={filter}
              variant="small"
              tabIndex={-1}
              onClick={() => forget(filter)}
            />
          </li>
        ))}
        <li className="flex border-t border-base-300 pt-1">
          <button
            type="button"
            tabIndex={-1}
            data-line=""
            className={`${LINE} text-muted`}
            onClick={() => {
              focusField();
              clearRecentFilters();
            }}
          >
            Clear recent filters
          </button>
        </li>
      </ul>
    </div>
  );
}

export default function FilterParts({ isEmpty }: { readonly isEmpty?: boolean }) {
  return isEmpty ? <RecentFilters /> : <FilterTokens />;
}

import { useSyncExternalStore } from 'react';

export interface PanelEntry {
  readonly id: string;
  readonly variant: 'slide' | 'centered';
  /** Width in px, as measured. */
  readonly width: number;
  readonly isDocked?: boolean;
}

/** z-index of the first panel is one more than this: `--layer-panel` in tokens.css. */
const BASE_Z = 1000;
/** Visible width of a panel next to the one above it, in px. */
const PEEK = 40;

/** Lowest first. The islands are separate React trees but share this module and so one order. */
let stack: readonly PanelEntry[] = [];
const isModal = ({ isDocked }: PanelEntry) => !isDocked;
const listeners = new Set<() => void>();

function set(next: readonly PanelEntry[]) {
  stack = next;
  document.body.classList.toggle('overlay-active', next.some(isModal));
  const docked = next.find((entry) => entry.isDocked);
  document.body.style.paddingInlineEnd = docked ? `${docked.width}px` : '';
  for (const listener of listeners) listener();
}

/** Adds a panel on top of the others; returns a function that removes it. */
export function pushPanel(entry: PanelEntry): () => void {
  set([...stack, entry]);
  return () => set(stack.filter((other) => other.id !== entry.id));
}

/** Keeps the measured width of a panel, and whether it is docked, up to date. */
export function setPanel(id: string, changes: Partial<Pick<PanelEntry, 'width' | 'isDocked'>>): void {
  const entry = stack.find((other) => other.id === id);
  const changed = { isDocked: false, ...entry, ...changes };
  if (!entry || (entry.width === changed.width && (entry.isDocked ?? false) === changed.isDocked)) return;
  set(stack.map((other) => (other === entry ? { ...entry, ...changes } : other)));
}

/** Whether a panel is the topmost one, the only one that handles Escape. */
export const isTopPanel = (id: string): boolean => stack.at(-1)?.id === id;

export interface PanelPlace {
  /** 1000 plus its number, the first being 1; that of the next panel while it is not open. */
  readonly zIndex: number;
  /** How far it moves to the left to stay visible next to the panels above it, in px. */
  readonly shift: number;
  /** The lowest panel that is not docked dims the page most. */
  readonly isLowest: boolean;
}

/** Computes the position of a panel among `panels`. */
export function placeOf(panels: readonly PanelEntry[], id: string): PanelPlace {
  const index = panels.findIndex((entry) => entry.id === id);
  if (index < 0) return { zIndex: BASE_Z + panels.length + 1, shift: 0, isLowest: !panels.some(isModal) };
  const slides = panels.slice(index).filter((entry) => entry.variant === 'slide');
  // From the top down: the left edge of each panel is at least PEEK to the left of that of the one above.
  let covered = 0;
  let shift = 0;
  for (const entry of slides.toReversed()) {
    shift = covered === 0 ? 0 : Math.max(0, covered + PEEK - entry.width);
    covered = entry.width + shift;
  }
  const isSlide = panels[index]?.variant === 'slide';
  return {
    zIndex: BASE_Z + index + 1,
    shift: isSlide ? shift : 0,
    isLowest: panels.findIndex(isModal) === index,
  };
}

const readStack = () => stack;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The position of a panel, updated when panels open and close. */
export function usePanelPlace(id: string): PanelPlace {
  return placeOf(useSyncExternalStore(subscribe, readStack, readStack), id);
}

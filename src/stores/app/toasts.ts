import { atom } from 'nanostores';
import type { Drawing } from '#domain/app/drawings.ts';

export type ToastType = 'info' | 'success' | 'warning' | 'error';

/** What a toast offers to do; it closes then. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** The entry of the journal that it undoes. */
  readonly entry?: number;
}

export interface Toast {
  readonly id: number;
  readonly type: ToastType;
  readonly message: string;
  readonly drawing?: Drawing | undefined;
  readonly action?: ToastAction | undefined;
}

export interface ToastOptions extends Pick<Toast, 'drawing' | 'action'> {
  /** How long it stays, in ms. */
  readonly duration?: number;
}

/** How long a toast stays, in ms. */
const TOAST_DURATION: Readonly<Record<ToastType, number>> = {
  info: 4000,
  success: 3000,
  error: 4500,
  warning: 4500,
};

/** How long a toast with an action stays, in ms. */
const ACTION_DURATION = 10_000;

/** The toasts on screen, newest last. */
export const $toasts = atom<readonly Toast[]>([]);

interface Timer {
  /** Undefined while it is paused. */
  handle: ReturnType<typeof setTimeout> | undefined;
  /** In ms since the page began to load. */
  startedAt: number;
  /** Remaining time, in ms. */
  remaining: number;
}
const timers = new Map<number, Timer>();
let lastId = 0;

function run(id: number, timer: Timer) {
  timer.startedAt = performance.now();
  timer.handle = setTimeout(() => removeToast(id), timer.remaining);
}

/** Shows a toast and replaces one with the same message; only the newest one has an action. Returns its id. */
export function addToast(
  type: ToastType,
  message: string,
  { action, drawing, duration = action ? ACTION_DURATION : TOAST_DURATION[type] }: ToastOptions = {},
): number {
  // Under the pointer, what it replaces, or pushes away, is still being read.
  const isPaused = [...timers.values()].some(({ handle }) => handle === undefined);
  for (const toast of $toasts.get())
    if (toast.message === message || (action && toast.action)) removeToast(toast.id);
  lastId += 1;
  const id = lastId;
  $toasts.set([...$toasts.get(), { id, type, message, drawing, action }]);
  const timer: Timer = { handle: undefined, startedAt: 0, remaining: duration };
  timers.set(id, timer);
  if (!isPaused) run(id, timer);
  return id;
}

export function removeToast(id: number): void {
  clearTimeout(timers.get(id)?.handle);
  timers.delete(id);
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Pauses the timers of all toasts while one is hovered or focused, so that it can be read. */
export function pauseToasts(): void {
  for (const timer of timers.values()) {
    if (timer.handle === undefined) continue;
    clearTimeout(timer.handle);
    timer.handle = undefined;
    timer.remaining -= performance.now() - timer.startedAt;
  }
}

export function resumeToasts(): void {
  for (const [id, timer] of timers) if (timer.handle === undefined) run(id, timer);
}

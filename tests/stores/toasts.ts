import { $toasts, removeToast } from '#stores/app/toasts.ts';

/** The visible toasts: `success: Saved.` */
export const typedToasts = (): string[] => $toasts.get().map(({ type, message }) => `${type}: ${message}`);

export function removeToasts(): void {
  for (const { id } of $toasts.get()) removeToast(id);
}

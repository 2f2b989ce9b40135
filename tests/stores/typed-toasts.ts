import { $toasts } from '#stores/app/toasts.ts';

/** The visible toasts: `success: Saved.` */
export const typedToasts = (): string[] => $toasts.get().map(({ type, message }) => `${type}: ${message}`);

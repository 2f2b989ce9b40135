import { atom } from 'nanostores';
import type { NamedBackend } from '#domain/app/backends.ts';

/** The backend with which the open panel compares that of this tab; undefined while it is closed. */
export const $promoteWith = atom<NamedBackend | undefined>(undefined);

/** Opens the panel that compares the backend of this tab with another one. */
export const openPromote = (backend: NamedBackend): void => $promoteWith.set(backend);
export const closePromote = (): void => $promoteWith.set(undefined);

import { atom } from 'nanostores';
import type { NamedBackend } from '#domain/app/backends.ts';

/** The backend with which the open panel compares that of this tab; undefined while it is closed. */
export const $promoteWith = atom<NamedBackend | undefined>(undefined);

export const openPromote = (backend: NamedBackend): void => $promoteWith.set(backend);
export const closePromote = (): void => $promoteWith.set(undefined);

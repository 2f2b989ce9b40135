import type { Capabilities } from '#domain/backend/capabilities.ts';
import { capabilities } from '#wire/capabilities.ts';
import { $backend } from './line.ts';

/** What the backend of this page can do. */
export const can = (): Capabilities => capabilities($backend.get()?.version);

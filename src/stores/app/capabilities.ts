import { atom, computed } from 'nanostores';
import type { Capabilities } from '#domain/backend/capabilities.ts';
import type { Escapes } from '#domain/backend/dialect.ts';
import { capabilities } from '#wire/capabilities.ts';
import { chooseEscapes } from '#wire/escapes.ts';
import { $backend } from './line.ts';
import { $settings } from './settings.ts';

/** Of a backend whose version nobody knows: an older one or the same, as far as its answers have told it. */
export const $leastVersion = atom<string | undefined>(undefined);

/** How a backend whose version nobody knows reads the texts of filters, once it was asked. */
export const $askedEscapes = atom<Escapes | undefined>(undefined);

function tellWire(): void {
  const backend = $backend.get();
  if (backend) chooseEscapes(backend.version, $askedEscapes.get());
}
$backend.subscribe(tellWire);
$askedEscapes.listen(tellWire);

/** What the backend of this page can do. */
export function can(): Capabilities {
  const version = $backend.get()?.version;
  return capabilities(version, version ?? $settings.get()?.atLeast?.() ?? $leastVersion.get());
}

/** {@link can} for what shows it. */
export const $can = computed([$backend, $leastVersion, $settings], can);

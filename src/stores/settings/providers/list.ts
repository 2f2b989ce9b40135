import { atom } from 'nanostores';
import { loadSettings } from '#api/app/settings.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { enabledProviders } from '#domain/settings/providers/fields.ts';
import { showSettings } from '#stores/app/app.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/factories/latest.ts';

/** The keys of the enabled providers (AP-04). */
export const $enabledProviders = atom<LoadState<ReadonlySet<string>>>({ state: 'busy' });

const loading = createLatest();

/** Loads which providers are enabled; what is shown stays until then. Reports errors. */
export async function loadProviders(): Promise<void> {
  if ($enabledProviders.get().state === 'failed') $enabledProviders.set({ state: 'busy' });
  try {
    const settings = await loadSettings({ signal: loading.begin() });
    showSettings(settings);
    $enabledProviders.set({ state: 'ready', value: enabledProviders(settings) });
  } catch (thrown) {
    const error = report(thrown);
    if (!error.isAbort && $enabledProviders.get().state !== 'ready')
      $enabledProviders.set({ state: 'failed', error });
  }
}

/** Moves a provider to its group after a save. */
export function showEnabled(key: string, isEnabled: boolean): void {
  const shown = $enabledProviders.get();
  if (shown.state !== 'ready') return;
  const others = [...shown.value].filter((other) => other !== key);
  $enabledProviders.set({ state: 'ready', value: new Set(isEnabled ? [...others, key] : others) });
}

/** Loads the providers for a visit of the page. Returns a function that stops this. */
export function startProviders(): () => void {
  void loadProviders();
  return loading.abort;
}

import { loadSettings } from '#api/app/settings.ts';
import { PROVIDER_KEYS } from '#domain/auth/providers.ts';
import { showSettings } from '#stores/app/settings.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { isProviderEnabled } from '#wire/setting-glance.ts';

const providers = createLoader({
  request: async (signal) => {
    const settings = await loadSettings({ signal });
    showSettings(settings);
    return new Set(PROVIDER_KEYS.filter((key) => isProviderEnabled(settings, key)));
  },
  keepsValue: true,
});

/** The keys of the enabled providers. */
export const $enabledProviders = providers.$load;
/** Loads which providers are enabled; what is shown stays until then. Reports errors. */
export const loadProviders = providers.load;

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
  return providers.abort;
}

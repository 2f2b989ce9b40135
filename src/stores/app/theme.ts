import { THEME_KEY } from '#domain/app/storage-keys.ts';
import { createPreference } from '#stores/factories/create-preference.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The chosen theme, remembered on this device; `system` follows the system's setting. */
export const { $value: $theme } = createPreference<Theme>({
  key: THEME_KEY,
  initial: 'system',
  decode: (text) => (text === 'light' || text === 'dark' ? text : 'system'),
  encode: (theme) => (theme === 'system' ? undefined : theme),
});

/** Sets `<html data-theme>` when the choice or the system's setting changes. Returns a function that stops this. */
export function startTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const theme = $theme.get();
    const isDark = theme === 'system' ? system.matches : theme === 'dark';
    document.documentElement.dataset['theme'] = isDark ? 'atoll-dark' : 'atoll';
  };
  const stop = $theme.subscribe(apply);
  system.addEventListener('change', apply);
  return () => {
    stop();
    system.removeEventListener('change', apply);
  };
}

/** Chooses a theme. */
export function setTheme(theme: Theme): void {
  $theme.set(theme);
}

import { atom } from 'nanostores';
import { readStored, store } from '#browser/storage.ts';
import { THEME_KEY } from '#domain/app/storage-keys.ts';

export type Theme = 'system' | 'light' | 'dark';

function readTheme(): Theme {
  const stored = readStored(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** The chosen theme; `system` follows the system's setting. */
export const $theme = atom<Theme>('system');

/** Chooses a theme and remembers it on this device; without storage the choice holds for this visit. */
export function setTheme(theme: Theme): void {
  store(THEME_KEY, theme === 'system' ? undefined : theme);
  $theme.set(theme);
}

/** Keeps `<html data-theme>` in step with the choice, the system and other tabs. Returns what stops that. */
export function startTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const theme = $theme.get();
    const isDark = theme === 'system' ? system.matches : theme === 'dark';
    document.documentElement.dataset['theme'] = isDark ? 'atoll-dark' : 'atoll';
  };
  const reread = (event: StorageEvent) => {
    // Without a key everything was cleared.
    if (event.key === null || event.key === THEME_KEY) $theme.set(readTheme());
  };
  $theme.set(readTheme());
  const stop = $theme.subscribe(apply);
  system.addEventListener('change', apply);
  window.addEventListener('storage', reread);
  return () => {
    stop();
    system.removeEventListener('change', apply);
    window.removeEventListener('storage', reread);
  };
}

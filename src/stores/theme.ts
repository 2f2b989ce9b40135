import { atom } from 'nanostores';
import { THEME_KEY } from '../lib/domain/storage-keys.ts';

export type Theme = 'system' | 'light' | 'dark';

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** The chosen theme; `system` follows the system's setting. */
export const $theme = atom<Theme>('system');

/** Chooses a theme and remembers it on this device. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage the choice holds for this visit.
  }
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
    if (event.key === THEME_KEY) $theme.set(readTheme());
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

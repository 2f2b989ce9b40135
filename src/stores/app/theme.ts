import { listen } from '#browser/listen.ts';
import { THEME_KEY } from '#domain/app/storage-keys.ts';
import { parseTheme, THEMES, type Theme, themeName } from '#domain/app/theme.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { stopAll } from '#stores/base/running.ts';

/** What can be chosen, with its label. */
export const THEME_CHOICES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ...Object.entries(THEMES).map(([theme, { label }]) => [theme as Theme, label] as const),
];

/** The chosen theme, remembered on this device; `system` follows the system's setting. */
export const { $value: $theme } = createPreference<Theme>({
  key: THEME_KEY,
  initial: 'system',
  decode: parseTheme,
  encode: (theme) => (theme === 'system' ? undefined : theme),
});

/** Sets `<html data-theme>` when the choice or the system's setting changes. Returns a function that stops this. */
export function startTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset['theme'] = themeName($theme.get(), system.matches);
  };
  return stopAll($theme.subscribe(apply), listen(system, ['change'], apply));
}

export function setTheme(theme: Theme): void {
  $theme.set(theme);
}

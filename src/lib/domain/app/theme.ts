/** By their choices: names in layouts/styles/themes.css, and labels. */
export const THEMES = {
  light: { name: 'atoll', label: 'Light' },
  dark: { name: 'atoll-dark', label: 'Dark' },
} as const;

/** `system` follows the device. */
export type Theme = 'system' | keyof typeof THEMES;

/** Reads a chosen theme that was stored. */
export const parseTheme = (stored: string | undefined): Theme =>
  stored !== undefined && Object.hasOwn(THEMES, stored) ? (stored as Theme) : 'system';

/** The value of `<html data-theme>`. */
export const themeName = (theme: Theme, isSystemDark: boolean): string =>
  THEMES[theme === 'system' ? (isSystemDark ? 'dark' : 'light') : theme].name;

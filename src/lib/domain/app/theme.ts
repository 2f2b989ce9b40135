export type Theme = 'system' | 'light' | 'dark';

/** Reads a chosen theme that was stored. */
export const parseTheme = (stored: string | undefined): Theme =>
  stored === 'light' || stored === 'dark' ? stored : 'system';

/** The value of `<html data-theme>`. */
export const themeName = (theme: Theme, isSystemDark: boolean): string =>
  theme === 'dark' || (theme === 'system' && isSystemDark) ? 'atoll-dark' : 'atoll';

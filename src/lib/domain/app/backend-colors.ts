/** By their names in the theme; the name is always beside the colour. */
export const BACKEND_COLORS = {
  grey: 'neutral',
  blue: 'info',
  green: 'success',
  amber: 'warning',
  red: 'error',
} as const;

export type BackendColor = keyof typeof BACKEND_COLORS;

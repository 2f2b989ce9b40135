/** The colours of a backend, by their names in the theme; the name is always beside the colour. */
export const BACKEND_COLORS = {
  grey: 'neutral',
  blue: 'info',
  green: 'success',
  amber: 'warning',
  red: 'error',
} as const;

export type BackendColor = keyof typeof BACKEND_COLORS;

/** A backend of the operator's list. */
export interface NamedBackend {
  /** Letters, digits, spaces, `-` and `_`: it is part of addresses and of storage keys. */
  readonly name: string;
  /** Absolute, with a trailing slash. */
  readonly url: string;
  readonly color: BackendColor;
  /** Whether to ask once more before something is deleted there. */
  readonly isProduction: boolean;
}

/** Query parameter of the page's address with the name of the backend; without it, the first of the list is used. */
export const BACKEND_PARAMETER = 'backend';

const NAME = /^\w[\w -]{0,39}(?<! )$/;

/**
 * Parses a list of backends: `[{ "name", "url", "color"?, "production"? }]`; '' is an empty list. Throws an error with
 * one line for a name or an address that is not usable. A part of the page's first script: short.
 *
 * @param base what addresses are relative to; without it, they must be absolute
 */
export const parseBackends = (json: string, base?: string): readonly NamedBackend[] =>
  JSON.parse(json || '[]').map(({ name, url, color, production }: Record<string, unknown>) => {
    const { href } = new URL(`${url}`.replace(/\/*$/, '/'), base);
    if (!NAME.test(`${name}`) || !/^https?:[^?#@]+$/.test(href))
      throw new Error(`The backend “${name}” has no usable name or address.`);
    return { name, url: href, color, isProduction: production === true };
  });

/** The name of a backend's colour in the theme; grey without one. */
export const themeColor = (color: string): string =>
  Object.hasOwn(BACKEND_COLORS, color) ? BACKEND_COLORS[color as BackendColor] : BACKEND_COLORS.grey;

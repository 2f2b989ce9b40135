/** By their names in the theme; the name is always beside the colour. */
export const BACKEND_COLORS = {
  grey: 'neutral',
  blue: 'info',
  green: 'success',
  amber: 'warning',
  red: 'error',
} as const;

export interface NamedBackend {
  /** Letters, digits, spaces, `-` and `_`: it is part of addresses and of storage keys. */
  readonly name: string;
  /** Absolute, with a trailing slash. */
  readonly url: string;
  /** Grey without one. */
  readonly color?: keyof typeof BACKEND_COLORS;
  /** Asks once more before something is deleted there. */
  readonly production?: boolean;
  /** Nothing is changed there. */
  readonly readOnly?: boolean;
}

/** By it, Atoll's own server tells the version of the backend. */
export const VERSION_HEADER = 'X-Atoll-Version';

/** Query parameter of the page's address; without it, the first backend of the list is used. */
export const BACKEND_PARAMETER = 'backend';

/** The address of a backend with a slash at its end; '' is the root of `base`. Throws when it is none. */
export function backendAddress(address: string, base?: string): string {
  // Before anything is added: `http://` is refused, but `http:///` would be `base`.
  const url = new URL(address || '/', base);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
}

/** '' is an empty list. Part of the page's first script, so it checks little: see `backends-problem.ts`. */
export const parseBackends = (json: string, base?: string): readonly NamedBackend[] =>
  JSON.parse(json || '[]').map((entry: NamedBackend) => ({ ...entry, url: backendAddress(entry.url, base) }));

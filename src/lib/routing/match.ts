import { routes } from './routes.ts';

export interface RouteMatch {
  readonly name: keyof typeof routes;
  readonly params: Readonly<Record<string, string>>;
}

/** The path of a hash, always with one leading slash, and its query: `#settings?x=1` gives `/settings`, `x=1`. */
export function splitHash(hash: string): { path: string; query: string } {
  const [path = '', ...query] = hash.replace(/^#?\/*/, '').split('?');
  return { path: `/${path}`, query: query.join('?') };
}

/** The values of a pattern's parameters; undefined when the path does not fit. */
function paramsOf(pattern: string, parts: readonly string[]): RouteMatch['params'] | undefined {
  const expected = pattern.split('/');
  if (expected.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of expected.entries()) {
    const part = parts[index] ?? '';
    if (name[0] !== ':') {
      if (name !== part.toLowerCase()) return undefined;
      continue;
    }
    const value = decodeURIComponent(part);
    // Servers would resolve such a segment; no token looks like it.
    if (/^\.{0,2}$/.test(value)) return undefined;
    params[name.slice(1)] = value;
  }
  return params;
}

/** Finds the route of a path by its segments, whose case is ignored; undefined also for a malformed path. */
export function matchRoute(path: string): RouteMatch | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  // The root has a pattern of two empty parts.
  if (parts.length === 1) parts.push('');
  try {
    for (const name of Object.keys(routes) as RouteMatch['name'][]) {
      const params = paramsOf(routes[name].path, parts);
      if (params) return { name, params };
    }
  } catch {
    // A parameter can't be decoded.
  }
  return undefined;
}

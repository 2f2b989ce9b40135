/** Where the pictures of maps come from. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`, and maybe `{s}` for a, b or c at the beginning of the host. */
  readonly url: string;
  /** Who made the map; plain text. */
  readonly credit: string;
}

/** What is wrong with the address of tiles, as a sentence; undefined when it is valid. */
export function tilesProblem(url: string): string | undefined {
  if (!['{z}', '{x}', '{y}'].every((part) => url.includes(part))) return 'It needs {z}, {x} and {y}.';
  return tilesOrigin(url) ? undefined : 'It has to begin with http:// or https:// and a host.';
}

/** The one source that a security policy has to allow for tiles, such as `https://*.tile.example.com`. */
export function tilesOrigin(url: string): string | undefined {
  const [, scheme = '', any = '', host = ''] =
    /^(https?:\/\/)(\{s\}\.)?((?:[a-z\d-]+\.)*[a-z\d-]+(?::\d+)?)\//i.exec(url) ?? [];
  return host ? `${scheme}${any && '*.'}${host}`.toLowerCase() : undefined;
}

/** How many digits of a degree a pixel of a map can tell, at most 7: a centimetre. */
export const digitsAt = (degreesPerPixel: number): number =>
  Math.max(0, Math.min(7, Math.ceil(-Math.log10(degreesPerPixel))));

/** The distance between lines of latitude and longitude, in degrees, of which about `most` are in a span of a map. */
export function lineStep(span: number, most = 6): number {
  const steps = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];
  return steps.find((step) => span / step <= most) ?? 60;
}

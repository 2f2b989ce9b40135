// @ts-check

const VARIABLES = [
  'HOST',
  'PORT',
  'POCKETBASE_URL',
  'ATOLL_BACKENDS',
  'ATOLL_TRUST_PROXY',
  'ATOLL_READ_ONLY',
  'ATOLL_TILES',
  'ATOLL_TILES_CREDIT',
];

/**
 * The fewest permissions under which Deno runs the built server. `backends` replaces `backendUrl`; a port may be 0.
 * @param {{ host: string, port: number, backendUrl: string, backends?: string[], distDir: string }} options
 * @returns {string[]} flags for `deno run`
 */
export function denoPermissions({ host, port, backendUrl, backends = [], distDir }) {
  const addresses = (backends.length ? backends : [backendUrl]).map((address) => new URL(address));
  const hosts = addresses.map(({ hostname, port, protocol }) => {
    return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  });
  const isTls = addresses.some(({ protocol }) => protocol === 'https:');
  const own = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return [
    `--allow-net=${[...new Set([own, ...hosts])].join(',')}`,
    `--allow-read=${distDir}`,
    // For the list of certificate authorities: Deno 2.9 requires the permission "ca" but can't grant it separately.
    ...(isTls ? ['--allow-sys'] : []),
    `--allow-env=${VARIABLES.join(',')}`,
    // Other variables read as unset: Astro's runtime looks at CI, NO_COLOR and the like.
    '--ignore-env',
  ];
}

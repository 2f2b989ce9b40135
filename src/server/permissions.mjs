// @ts-check

/** Environment variables that the server reads. */
const VARIABLES = ['HOST', 'PORT', 'POCKETBASE_URL', 'ATOLL_BACKENDS', 'ATOLL_TRUST_PROXY'];

/**
 * The fewest permissions under which Deno runs the built server: listen on its own address, connect to
 * the backends, read `dist`, read its own variables. All other variables appear as not set.
 *
 * @param {object} options
 * @param {string} options.host interface to listen on
 * @param {number} options.port port to listen on, 0 for any
 * @param {string} options.backendUrl
 * @param {string[]} [options.backends] the addresses of a list of backends, which replaces `backendUrl`
 * @param {string} options.distDir
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

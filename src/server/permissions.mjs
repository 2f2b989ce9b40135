// @ts-check

/** Variables the server reads. */
const VARIABLES = ['HOST', 'PORT', 'POCKETBASE_URL', 'ATOLL_TRUST_PROXY'];

/**
 * The fewest permissions under which Deno runs the built server: listen on its own address, talk to
 * the backend, read `dist`, read its own variables.
 * Every other variable reads as unset.
 *
 * @param {object} options
 * @param {string} options.host interface to listen on
 * @param {number} options.port port to listen on, 0 for any
 * @param {string} options.backendUrl
 * @param {string} options.distDir
 * @returns {string[]} flags for `deno run`
 */
export function denoPermissions({ host, port, backendUrl, distDir }) {
  const backend = new URL(backendUrl);
  const isTls = backend.protocol === 'https:';
  const backendPort = backend.port || (isTls ? '443' : '80');
  const own = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return [
    `--allow-net=${own},${backend.hostname}:${backendPort}`,
    `--allow-read=${distDir}`,
    // For the list of certificate authorities; Deno 2.9 asks for "ca" but can't grant that alone.
    ...(isTls ? ['--allow-sys'] : []),
    `--allow-env=${VARIABLES.join(',')}`,
    // Astro's runtime looks at CI, NO_COLOR and the like.
    '--ignore-env',
  ];
}

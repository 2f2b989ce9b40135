import { expect, test } from 'vitest';
import { denoPermissions } from '#server/permissions.mjs';

const OPTIONS = { host: '127.0.0.1', port: 8080, backendUrl: 'http://10.0.0.2:8090', distDir: '/srv/dist' };

test('names only the needed addresses, folder and variables', () => {
  expect(denoPermissions(OPTIONS)).toEqual([
    '--allow-net=127.0.0.1:8080,10.0.0.2:8090',
    '--allow-read=/srv/dist',
    '--allow-env=HOST,PORT,POCKETBASE_URL,ATOLL_BACKENDS,ATOLL_TRUST_PROXY,ATOLL_READ_ONLY,ATOLL_TILES,ATOLL_TILES_CREDIT',
    '--ignore-env',
  ]);
});

test.each([
  ['https://pb.example.com/sub', 'pb.example.com:443'],
  ['http://pb.example.com', 'pb.example.com:80'],
  ['http://[::1]:8090', '[::1]:8090'],
])('allows the port of %s', (backendUrl, address) => {
  const net = denoPermissions({ ...OPTIONS, host: '::1', backendUrl })[0];
  expect(net).toBe(`--allow-net=[::1]:8080,${address}`);
});

test('allows access to the certificate authorities only for TLS', () => {
  expect(denoPermissions(OPTIONS)).not.toContain('--allow-sys');
  expect(denoPermissions({ ...OPTIONS, backendUrl: 'https://x.test' })).toContain('--allow-sys');
});

test('allows each backend of a list, and no other', () => {
  const backends = ['http://10.0.0.3:1/', 'https://x.test/', 'http://10.0.0.3:1/sub/'];
  const flags = denoPermissions({ ...OPTIONS, backends });
  expect(flags[0]).toBe('--allow-net=127.0.0.1:8080,10.0.0.3:1,x.test:443');
  expect(flags).toContain('--allow-sys');
});

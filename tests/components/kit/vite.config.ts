import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import type { UserConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default {
  root: here('.'),
  base: './',
  logLevel: 'error',
  publicDir: here('../../../public'),
  plugins: [tailwindcss()],
  build: { emptyOutDir: true, reportCompressedSize: false },
} satisfies UserConfig;

import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import routeDirective from './src/lib/routing/integration.mjs';

export default defineConfig({
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), routeDirective()],
  // Relative, so that the same files work under any sub-path.
  build: { assets: 'assets', assetsPrefix: '.', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,stores,islands}/**/*.test.{ts,tsx}'],
    // Some of them start a real PocketBase.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Vitest's own second is little for them on a busy machine.
    expect: {
      poll: { timeout: 10_000 },
      // A test that checks nothing proves nothing.
      requireAssertions: true,
    },
    coverage: { provider: 'v8', include: ['src/**', 'scripts/**'] },
  },
});

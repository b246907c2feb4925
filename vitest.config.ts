import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{unit,property,contract,corpus}/**/*.test.{ts,tsx}'],
          // Without it one core is left idle, which is half of a small machine.
          maxWorkers: '100%',
          // A slow machine is no fault of the code: only what hangs is ended.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'webview',
          include: ['test/webview/**/*.test.{ts,tsx}'],
          // Each file drives a browser of its own, which waits as much as it computes.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Each file drives a whole VS Code; the first start installs it.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});

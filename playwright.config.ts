import { defineConfig } from '@playwright/test';
import { presentBrowser } from './lib/launch/browser.mjs';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the cores: each waits for its server and its browser in turn.
  workers: 3,
  // The second try is reported as flaky (lib/launch/test.mjs).
  retries: 1,
  timeout: 90_000,
  // How fast a busy machine is decides no test.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json']],
  use: {
    // What moves is drawn again and again, and shows the same in the end; shell.spec.ts lets it move.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: presentBrowser(),
      args: [
        // Chromium's own sandbox can't be used by root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync'
      ]
    }
  }
});

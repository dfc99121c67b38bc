import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { messageOf, Problem } from './problem.mjs';
import { program } from './steps.mjs';

/** The headless shell first: without the windows' machinery a test costs a third less of the processor. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium'
];

/** The path of the Chromium that is on this machine; undefined where at most Playwright has one of its own. */
export const presentBrowser = () => [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));

/** Playwright finds its own, and takes the headless shell of the two that it downloads. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? {} : undefined;
}

/** @param {string | undefined} path */
const at = (path) => (path ? { CHROMIUM_PATH: path } : undefined);

/**
 * The ways to come by a browser, tried in this order until one works.
 * @type {{ name: string, get: () => Promise<Record<string, string> | undefined> }[]}
 */
const WAYS = [
  {
    name: "Playwright's own download",
    get: async () => {
      await program('node_modules/.bin/playwright', ['install', 'chromium']);
      return playwrightsOwn();
    }
  },
  {
    name: "the system's packages",
    get: async () => {
      if (process.getuid?.() !== 0) return undefined;
      /** @param {string} command */
      const has = (command) => spawnSync('which', [command]).status === 0;
      if (has('apt-get')) {
        await program('apt-get', ['update']);
        /** @param {string} name */
        const install = (name) =>
          program('apt-get', ['install', '-y', '--no-install-recommends', name], {
            env: { DEBIAN_FRONTEND: 'noninteractive' }
          });
        // Debian packs the shell by itself, Ubuntu doesn't.
        await install('chromium-headless-shell').catch(() => install('chromium'));
      } else if (has('dnf')) await program('dnf', ['install', '-y', 'chromium']);
      else if (has('apk')) await program('apk', ['add', 'chromium']);
      return at(presentBrowser());
    }
  },
  {
    name: 'the npm package @sparticuz/chromium',
    get: async () => {
      await program('npm', ['install', '--no-save', '--no-audit', '--no-fund', '@sparticuz/chromium']);
      // By a name that is no literal: the package is there only from now on.
      const name = '@sparticuz/chromium';
      const { default: packed } = await import(name);
      return at(await packed.executablePath());
    }
  }
];

/**
 * The environment to test with a Chromium in: one that is there, else one that is fetched.
 * @param {(text: string) => void} say
 * @returns {Promise<Record<string, string>>}
 * @throws Problem
 */
export async function findBrowser(say) {
  const found = at(presentBrowser()) ?? (await playwrightsOwn());
  if (found) return found;
  const failures = [];
  for (const { name, get } of WAYS) {
    say(`no Chromium here yet: trying ${name}`);
    try {
      const env = await get();
      if (env) return env;
      failures.push(`${name}: not possible here`);
    } catch (error) {
      failures.push(`${name}: ${messageOf(error).split('\n')[0]}`);
    }
  }
  throw new Problem(
    `The tests need a Chromium, and none could be had. Install one and set CHROMIUM_PATH to it.\n  ${failures.join('\n  ')}`
  );
}

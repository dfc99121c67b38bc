// npm run dev: the product with instant reload.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { generate, generatePortalStyles, install } from './build.mjs';
import { dataFolder, lockDataFolder, secretOf } from './data-folder.mjs';
import { prepareDatabase } from './database.mjs';
import { checkNode, checkPort, wantedPort } from './preflight.mjs';
import { handleSignals, onExit, runCommand, stopEverything } from './problem.mjs';
import { endChild, step } from './steps.mjs';

runCommand(async () => {
  checkNode();
  const port = wantedPort();
  await checkPort(port);
  handleSignals();
  const folder = dataFolder();
  lockDataFolder(folder);
  await step('Install packages', install);
  await step('Generate code', generate);
  const { env } = await prepareDatabase({ folder, secret: secretOf(folder), port });
  watch('app/sdportal', (_event, file) => {
    if (file?.endsWith('.css')) generatePortalStyles().catch((error) => process.stderr.write(`${error.message}\n`));
  });
  const server = spawn('node_modules/.bin/next', ['dev', '--port', String(port), '--hostname', '127.0.0.1'], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...env,
      HOSTNAME: '127.0.0.1',
      TESSERA_MODE: process.env.TESSERA_MODE || 'development',
      NEXT_TELEMETRY_DISABLED: '1'
    }
  });
  onExit(() => endChild(server, 5_000));
  await new Promise((resolve) => server.once('exit', resolve));
  await stopEverything();
  process.exit(process.exitCode ?? server.exitCode ?? 1);
});

// npm run demo:seed: loads the demo world into the database of npm start (which must not be running), or that of DATABASE_URL.
import { generate, install } from './build.mjs';
import { dataFolder, lockDataFolder, secretOf } from './data-folder.mjs';
import { prepareDatabase } from './database.mjs';
import { checkDataFolder, checkNode, wantedPort } from './preflight.mjs';
import { handleSignals, Problem, runCommand, stopEverything } from './problem.mjs';
import { program, step } from './steps.mjs';

runCommand(async () => {
  checkNode();
  if (process.env.TESSERA_MODE === 'production') throw new Problem('The demo world is not for production.');
  handleSignals();
  const folder = dataFolder();
  if (process.env.DATABASE_URL) checkDataFolder(folder);
  else lockDataFolder(folder);
  await step('Install packages', install);
  await step('Generate code', generate);
  // Not the small world first: the one that is asked for.
  process.env.TESSERA_DEMO_WORLD = 'none';
  const { ownerEnv } = await prepareDatabase({ folder, secret: secretOf(folder), port: wantedPort() });
  const { code } = await program('node_modules/.bin/tsx', ['prisma/demo/seed.ts', ...process.argv.slice(2)], {
    env: ownerEnv,
    show: true,
    allowFailure: true
  });
  await stopEverything();
  process.exit(code ?? 1);
});

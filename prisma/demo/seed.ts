// npm run demo:seed -- --size small|medium|large [--seed N] [--today YYYY-MM-DD] [--reset]
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { closeDatabase } from '../../lib/core/database/database';
import { now } from '../../lib/core/server/clock';
import { closeHashing } from '../../lib/sign-in/password/password-hash';
import { seedAccounts } from '../seed/accounts';
import { tableOf } from './check-sums';
import { loadWorld, resetWorld } from './load-world';
import { SIZES, type Size } from './plan';

const optionsSchema = z.object({
  size: z.enum(Object.keys(SIZES) as [Size, ...Size[]]),
  seed: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31),
  today: z.iso.date(),
  reset: z.boolean()
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'small' },
      seed: { type: 'string', default: '1' },
      today: { type: 'string', default: now().toISOString().slice(0, 10) },
      reset: { type: 'boolean', default: false }
    }
  });
  return optionsSchema.parse(values);
}

async function main(): Promise<void> {
  if (process.env.TESSERA_MODE === 'production') throw new Error('The demo is not for production.');
  process.env.TESSERA_MODE ||= 'demo';
  const { reset, ...world } = readOptions();
  const since = performance.now();
  const say = (text: string) =>
    process.stdout.write(`${((performance.now() - since) / 1000).toFixed(1).padStart(7)} s  ${text}\n`);
  if (reset) {
    say('Delete what belongs to the demo issuers');
    await resetWorld();
    await seedAccounts();
  }
  const outcome = await loadWorld(world, say);
  if (outcome.kind === 'loaded') {
    say(`The demo world of size ${world.size} is there:`);
    process.stdout.write(`${tableOf(outcome.checks)}\n`);
  } else if (outcome.kind === 'refused') {
    process.exitCode = 1;
    process.stdout.write(
      `Nothing was done: ${outcome.reason}. With --reset they are deleted, with all that is in them.\n`
    );
  } else {
    const { size, seed, today } = outcome.world;
    const other = size === world.size ? '' : `, not ${world.size}`;
    if (other) process.exitCode = 1;
    process.stdout.write(
      `A demo world of size ${size}${other} is there (seed ${seed}, ${today}). --reset makes it anew.\n`
    );
  }
}

main()
  .catch((error) => {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : error);
    process.exitCode = 1;
  })
  .finally(async () => {
    await closeHashing();
    await closeDatabase();
  });

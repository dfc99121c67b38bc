import { randomUUID } from 'node:crypto';
import { formatsOf } from '@/app/workspace/ui/formats';
import { translator } from '@/lib/core/language/texts';
import { downloadCsv, downloadPdf, type StatementReader } from '@/lib/money/payments/statements/download-statement';
import { STATEMENTS } from '@/lib/money/payments/statements/listing';
import { paymentsOf, seenStatement } from '@/lib/money/payments/statements/statements';
import { bytesOf } from '../bytes';
import { ORIGIN } from '../module-world';
import { listed } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const isOf = ({ role }: Watcher) => ['A', 'C'].includes(role);

const READER: StatementReader = {
  name: 'x',
  t: translator('en_US'),
  format: formatsOf('en_US', 'UTC'),
  locale: 'en_US'
};
const opened = async (world: ScopeWorld, download: (id: string) => ReturnType<typeof downloadPdf>) => {
  const found: string[] = [];
  for (const id of madeIn(world)) {
    const file = await download(id);
    if (!file) continue;
    await bytesOf(file.bytes);
    found.push(id);
  }
  return found;
};

/** A statement is seen where its account lies, by those who make payments. */
export const statements: ScopeModule = {
  name: 'statements',
  async populate(world) {
    const ids: string[] = [];
    for (const account of world.all('account')) {
      const id = randomUUID();
      await world.database.query(
        `INSERT INTO account_statements (issuer_id, id, account_id, closed_on, currency, opening, charges, payments, closing,
           paid_through, closed_at)
         VALUES ($1, $2, $3, '2026-02-28', 'EUR', 0, 10, 0, 10, 0, now())`,
        [account.issuerId, id, account.id]
      );
      world.placeOf.set(id, account.id);
      ids.push(id);
    }
    made.set(world, ids);
  },
  isSeen: (watcher, id, world) => world.sees(watcher, id) && (!madeIn(world).includes(id) || isOf(watcher)),
  readers: {
    STATEMENTS: (principal, world) => listed(principal, STATEMENTS, world),
    seenStatement: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((id) => seenStatement(principal, id)));
      await Promise.all(found.map((one) => one && paymentsOf(principal, one)));
      return found.flatMap((one) => one?.id ?? []);
    },
    downloadCsv: (principal, world) => opened(world, (id) => downloadCsv(principal, id, READER, ORIGIN)),
    downloadPdf: (principal, world) => opened(world, (id) => downloadPdf(principal, id, READER, ORIGIN))
  },
  complete: {
    seenStatement: (watcher, world) => madeIn(world).filter((id) => isOf(watcher) && world.sees(watcher, id))
  },
  writes: {},
  targets: madeIn
};

// Does with the demo of DATABASE_URL what the first server over it does: works on what is queued and draws previews. Without
// it each server of a test would, over its own copy, for up to 15 seconds of the processor.
import { outboxHandlers } from '../../lib/composition/process/outbox-handlers';
import { closeDatabase, databasePool } from '../../lib/core/database/database';
import { workOnce } from '../../lib/core/server/outbox';
import { drawNext } from '../../lib/kit/attachments/previews/draw-waiting';
import { closeHashing } from '../../lib/sign-in/password/password-hash';

/** What a mail server or a bank takes part in, which a test may look at, stays queued. */
const OUTSIDE = ['mail.send', 'payment_file.simulated'];

const outsideDue = (when: string) =>
  databasePool().query(`UPDATE outbox SET available_at = ${when} WHERE topic = ANY($1) AND status = 'queued'`, [
    OUTSIDE
  ]);

async function settle(): Promise<void> {
  process.env.TESSERA_MODE ||= 'demo';
  do await outsideDue("statement_timestamp() + interval '1 hour'");
  while (await workOnce(outboxHandlers));
  await outsideDue('statement_timestamp()');
  while (await drawNext());
  await closeHashing();
  await closeDatabase();
}

settle().catch((error) => {
  console.error(error);
  process.exit(1);
});

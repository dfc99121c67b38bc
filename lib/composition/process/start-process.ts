import { wordsFor } from '../../brand/brands/audience';
import { rereadBrands } from '../../brand/brands/directory';
import { startCatcher } from '../../brand/mail/catcher';
import { databasePool } from '../../core/database/database';
import { listen } from '../../core/database/listen';
import { wordErrorsBy } from '../../core/http/answers';
import { logConsole } from '../../core/http/request-errors';
import { type Lead, watchRequests } from '../../core/http/requests';
import { workChores } from '../../core/server/chores';
import { now } from '../../core/server/clock';
import { type Config, ConfigurationError, config } from '../../core/server/config';
import { onStop, stopGracefully } from '../../core/server/lifecycle';
import { log } from '../../core/server/log';
import { gauge } from '../../core/server/metrics';
import { endOfLifeOf } from '../../core/server/node-support.mjs';
import { workOutbox } from '../../core/server/outbox';
import { startTelemetry } from '../../core/server/telemetry';
import { VERSION } from '../../core/server/version';
import { workPreviews } from '../../kit/attachments/previews/draw-waiting';
import { workJobs } from '../../kit/jobs/work-jobs';
import { workSchedules } from '../../kit/reports/schedules/fire-due';
import { watchBatches } from '../../money/batches/folders/watch-folder';
import { workNetworks } from '../../money/disputes/network/work-networks';
import { watchFeeds } from '../../money/feeds/watch-folder';
import { workProcessors } from '../../money/purchasing/processors/work-processors';
import { watchPayments } from '../../money/rails/watch-folder';
import { workRails } from '../../money/rails/work-rails';
import { workReading } from '../../money/reading/read-waiting';
import { listenForReceipts } from '../../money/receipts/by-mail/listen';
import { closeHashing, hashQueueLength, warmHashing } from '../../sign-in/password/password-hash';
import { checkDatabase } from './check-database';
import { CHORES } from './chores';
import { guardDeletions } from './deletion-guards';
import { jobHandlers } from './job-handlers';
import { refuseOpenDemo } from './open-demo';
import { outboxHandlers } from './outbox-handlers';

/**
 * Starts the background parts of a process by the environment (TESSERA_ROLE); `lead` chooses the page that answers a
 * request.
 */
export async function startProcess(lead: Lead): Promise<void> {
  const { TESSERA_ROLE: role, TESSERA_MODE: mode, METRICS_TOKEN: metricsToken } = configuration();
  refuseOpenDemo();
  if (mode === 'production') onStop(await checkDatabase());
  onStop(await startTelemetry());
  watchRequests(lead);
  wordErrorsBy(wordsFor);
  guardDeletions();
  if (process.env.NODE_ENV === 'production') logConsole();
  // Set where the server is started: Next then leaves the signals to us.
  if (process.env.NEXT_MANUAL_SIG_HANDLE) stopGracefully();
  gauge('password_hash_queue_length', 'Password verifications that wait for a thread', hashQueueLength);
  gauge(
    'database_connections_waiting',
    'Queries that wait for a database connection',
    () => databasePool().waitingCount
  );
  onStop(await listen('brand_saved', rereadBrands));
  // Loaded at the start, they remain available if the database becomes unreachable.
  await rereadBrands();
  onStop(closeHashing);
  if (role !== 'worker') await warmHashing();
  if (role !== 'web') {
    await startMail(mode);
    onStop(await workOutbox(outboxHandlers));
    onStop(await workJobs(jobHandlers));
    onStop(await workSchedules());
    onStop(await watchFeeds());
    onStop(await watchBatches());
    onStop(await workRails());
    onStop(await watchPayments());
    onStop(await workNetworks());
    onStop(await workProcessors());
    onStop(await listenForReceipts());
    onStop((await workPreviews()).stop);
    if (config().TESSERA_READ_RECEIPTS) onStop(await workReading());
    onStop(await workChores(CHORES));
  }
  if (mode === 'production' && !metricsToken) log.warn('METRICS_TOKEN is not set: /metrics is closed until it is');
  const endOfLife = endOfLifeOf(process.versions.node, now());
  if (endOfLife) log.warn(endOfLife);
  log.info({ role, mode, version: VERSION, node: process.version }, 'started');
}

/** Without a mail server, the demo starts its own; production waits for one, and logs it. */
async function startMail(mode: Config['TESSERA_MODE']): Promise<void> {
  if (config().SMTP_URL) return;
  if (mode === 'production') log.error('SMTP_URL is not set: mails wait in the outbox until it is');
  else onStop(await startCatcher());
}

function configuration() {
  try {
    return config();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // One plain message, no stack: this is for the operator.
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}

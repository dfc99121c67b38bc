import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';

const KEPT_DAYS = 60;

/** Deletes what integrators were told more than 60 days ago. */
export async function forgetDeliveries(): Promise<void> {
  await database().$executeRaw`
    DELETE FROM integrator_deliveries WHERE ended_at < ${now()}::timestamptz - make_interval(days => ${KEPT_DAYS})`;
}

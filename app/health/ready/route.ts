import { database } from '@/lib/core/database';
import { json } from '@/lib/core/http/answers';
import { isStopping } from '@/lib/core/lifecycle';

export const dynamic = 'force-dynamic';

const PATIENCE_MILLIS = 2_000;

/** Whether this process should get traffic: it is not stopping, and the database answers. */
export async function GET(): Promise<Response> {
  const databaseAnswers = await Promise.race([
    database().$queryRaw`SELECT 1`.then(() => true).catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MILLIS, false))
  ]);
  const ready = databaseAnswers && !isStopping();
  return json(
    { status: ready ? 'ready' : 'not ready', database: databaseAnswers, stopping: isStopping() },
    { status: ready ? 200 : 503 }
  );
}

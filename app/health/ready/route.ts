import { json } from '@/lib/core/http/answers';
import { isStopping } from '@/lib/core/server/lifecycle';
import { databaseState } from '@/lib/core/server/readiness';
import { VERSION } from '@/lib/core/server/version';

export const dynamic = 'force-dynamic';

/** Whether this process should receive traffic: it is not stopping, and the database answers and accepts writes. */
export async function GET(): Promise<Response> {
  const { answers, writes } = await databaseState();
  const stopping = isStopping();
  const ready = answers && writes && !stopping;
  return json(
    { status: ready ? 'ready' : 'not ready', version: VERSION, database: answers, writable: writes, stopping },
    { status: ready ? 200 : 503 }
  );
}

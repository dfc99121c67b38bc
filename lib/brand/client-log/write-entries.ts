import { database } from '../../core/database/database';
import { originOf } from '../../core/http/origin';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { redact } from '../../core/server/log';
import { useOnce } from '../../core/server/rate-limit';
import type { LogEntry } from './schema';

/** Keeps what browsers report: redacted, as text and never as markup, for 30 days (PD.15). */
export async function writeEntries(
  entries: LogEntry[],
  context: { brandName: string; requestId: string }
): Promise<void> {
  await database().clientLog.createMany({
    data: entries.map(({ level, message, attributes }) => ({
      id: newId(),
      occurredAt: now(),
      level,
      message: redact(message, 4000),
      // A value is read together with its key, so that `password` = `…` is struck out as well.
      attributes: attributes.map(({ key, value }) => {
        const line = redact(`${key}=${value}`, 2200);
        const at = line.indexOf('=');
        return { key: line.slice(0, at), value: line.slice(at + 1) };
      }),
      ...context
    }))
  });
}

/** Calls to the client log are counted by address: the seconds to wait, or undefined. */
export function tooManyLogCalls(request: { headers: Headers }): Promise<number | undefined> {
  const limit = { name: 'client-log-address', points: config().CLIENT_LOG_CALLS_PER_ADDRESS, seconds: 60 };
  return useOnce(limit, originOf(request.headers).address);
}

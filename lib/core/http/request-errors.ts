import { stripVTControlCharacters, types } from 'node:util';
import { secondsToWait } from '../server/busy';
import { log, redact, withoutSecrets } from '../server/log';
import { answerWith } from './requests';

// The framework reports an error from one place and prints it from another.
const place = globalThis as typeof globalThis & { tesseraToldErrors?: WeakSet<object> };
place.tesseraToldErrors ??= new WeakSet();
const reported = place.tesseraToldErrors;

/** The framework reports a printed error within this time too. */
const REPORT_MILLIS = 100;

/** Whether an error says only that the client went away before it had sent, or got, everything. */
export function isAborted(error: unknown): boolean {
  const { name, code, message } = (error ?? {}) as { name?: string; code?: string; message?: string };
  return name === 'AbortError' || name === 'ResponseAborted' || (code === 'ECONNRESET' && message === 'aborted');
}

interface FailedRequest {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
}

/**
 * Logs the failure of a page or an action in one line with the request's id (ASVS 16.2.3). If the database was
 * unreachable or timed out, the answer is 503 (C8.038), wherever in the page that happened.
 */
export function logRequestError(
  error: unknown,
  { method, path, headers }: FailedRequest,
  { routePath, routeType }: { routePath: string; routeType: string }
): void {
  if (types.isNativeError(error)) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  const requestId = String(headers['x-request-id']);
  const seconds = secondsToWait(error);
  if (seconds !== null) answerWith(requestId, 503, { 'retry-after': String(seconds) });
  const request = {
    requestId,
    method,
    path: withoutSecrets(path.split('?')[0] ?? '').slice(0, 300),
    route: routePath,
    kind: routeType
  };
  // The reference of the error that the page shows.
  const { digest } = (error ?? {}) as { digest?: string };
  if (isAborted(error)) log.info(request, 'the client went away');
  else log.error({ err: error, digest, ...request }, 'request failed');
}

/** Turns the framework's printed errors into lines of the log; an error that it also reports stays one line. */
export function logConsole(): void {
  for (const level of ['error', 'warn'] as const)
    console[level] = (...printed: unknown[]) => {
      const err = printed.find(types.isNativeError);
      const words = printed.filter((part) => part !== err).map((part) => stripVTControlCharacters(String(part)));
      const text = redact(words.join(' ')).trim();
      const printError = () => {
        if (err && !reported.has(err) && !isAborted(err)) log[level]({ err }, text || 'unexpected');
      };
      if (err) setTimeout(printError, REPORT_MILLIS).unref();
      else log[level](text);
    };
}

import { stripVTControlCharacters, types } from 'node:util';
import { secondsToWait } from '../server/busy';
import { log, redact, withoutSecrets } from '../server/log';
import { answerWith } from './requests';

// The framework reports an error from one place and prints it from another.
const place = globalThis as typeof globalThis & { tesseraToldErrors?: WeakSet<object> };
place.tesseraToldErrors ??= new WeakSet();
const told = place.tesseraToldErrors;

/** What the framework prints, it reports within this time as well. */
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
 * Logs what a page or an action failed of, in one line under the request's id (ASVS 16.2.3). What failed of a database
 * that is away, or had no time, is answered 503 (C8.038), wherever in the page that was.
 */
export function logRequestError(
  error: unknown,
  { method, path, headers }: FailedRequest,
  { routePath, routeType }: { routePath: string; routeType: string }
): void {
  if (types.isNativeError(error)) {
    if (told.has(error)) return;
    told.add(error);
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
  // What a person is shown as the reference of the error.
  const { digest } = (error ?? {}) as { digest?: string };
  if (isAborted(error)) log.info(request, 'the client went away');
  else log.error({ err: error, digest, ...request }, 'request failed');
}

/** Has what the framework prints for people become lines of the log; what it reports as well stays one line. */
export function logConsole(): void {
  for (const level of ['error', 'warn'] as const)
    console[level] = (...printed: unknown[]) => {
      const err = printed.find(types.isNativeError);
      const words = printed.filter((part) => part !== err).map((part) => stripVTControlCharacters(String(part)));
      const text = redact(words.join(' ')).trim();
      const printError = () => {
        if (err && !told.has(err) && !isAborted(err)) log[level]({ err }, text || 'unexpected');
      };
      if (err) setTimeout(printError, REPORT_MILLIS).unref();
      else log[level](text);
    };
}

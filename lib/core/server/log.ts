import pino from 'pino';
import { withoutCardNumbers } from '../secrets/card-digits';

// Names whose values never reach a log, wherever they stand in a logged object.
const SECRET_NAMES = [
  'password',
  'credential',
  'oldCredential',
  'newCredential',
  'token',
  'code',
  'pin',
  'newPin',
  'cookie',
  'authorization',
  'secret',
  'cardNumber',
  'questionResponse'
];
// Begins where a word does: tried from each of its letters, a long text without @ would take its length squared.
const ADDRESS = /(?<![^\s@<>"'(),:;])[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+/g;
const CARD_NUMBER = /\b\d(?:[ -]?\d){11,18}\b/g;

/**
 * A path, or a text with paths in it, as it may be logged: a reset token stands in one (P7.010), and somebody may have put a
 * card's number into another (C9.009).
 */
export function withoutSecrets(path: string): string {
  return path
    .replace(/(\/credential-reset-tokens\/)[^/?#\s]+/g, '$1[redacted]')
    .replace(/(?<=\/)\d{12,19}(?=[/?#\s]|$)/g, '[number]');
}

/** Text from outside as it may be logged: card numbers and e-mail addresses struck out, control characters gone, cut at `limit`. */
export function redact(text: string, limit = 2000): string {
  return (
    withoutCardNumbers(withoutSecrets(text).replace(CARD_NUMBER, '[number]'))
      .replace(ADDRESS, '[address]')
      .replace(
        /(password|passwd|pwd|token|secret|credential|authorization|pin|code)(["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s&,;]+)/gi,
        '$1$2[redacted]'
      )
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
      .slice(0, limit)
      // Half a character, sent so or left by the cut, can't be stored.
      .replace(/\p{Surrogate}/gu, '\ufffd')
  );
}

/** An error as it may be logged: only these parts, since drivers hang connections with their keys onto theirs. */
function describeError(error: Error & { code?: string; cause?: unknown }) {
  return {
    type: error.name,
    message: redact(error.message ?? String(error)),
    // Not "code": a log must never contain codes.
    ...(error.code && { errorCode: error.code }),
    stack: redact(error.stack ?? '', 4000)
  };
}

/** The log: one JSON object a line on standard output. Message last, `requestId` wherever there is a request. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  serializers: { err: describeError }
});

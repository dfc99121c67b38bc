import pino from 'pino';

// Names whose values never reach a log, wherever they stand in a logged object.
const SECRET_NAMES = [
  'password', 'credential', 'oldCredential', 'newCredential', 'token', 'code', 'pin', 'newPin',
  'cookie', 'authorization', 'secret', 'cardNumber', 'questionResponse'
];
const CARD_NUMBER = /\b\d(?:[ -]?\d){11,18}\b/g;

/** Text from outside as it may be logged: card numbers struck out, control characters gone, cut at `limit`. */
export function redact(text: string, limit = 2000): string {
  return text
    .replace(CARD_NUMBER, '[number]')
    .replace(/(password|passwd|pwd|token|secret|credential|authorization|pin|code)(["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s&,;]+)/gi, '$1$2[redacted]')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .slice(0, limit);
}

/** The log: one JSON object a line on standard output. Message last, `requestId` wherever there is a request. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  serializers: { err: (error: Error) => ({ ...pino.stdSerializers.err(error), message: redact(error.message), stack: redact(error.stack ?? '', 4000) }) }
});

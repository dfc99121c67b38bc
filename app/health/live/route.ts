import { text } from '@/lib/core/http/answers';

export const dynamic = 'force-dynamic';

/**
 * Reports that the process is running. It checks nothing else, so that a database failure doesn't restart every
 * container.
 */
export function GET(): Response {
  return text('OK');
}

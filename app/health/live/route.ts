import { text } from '@/lib/core/http/answers';

export const dynamic = 'force-dynamic';

/** The process answers. Nothing else is asked, so that a database failure doesn't restart every container. */
export function GET(): Response {
  return text('OK');
}

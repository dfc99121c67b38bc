import { originOf } from '@/lib/core/http/origin';
import { noSessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { endSession } from '@/lib/sign-in/session/sessions';

/** Ends the session of a request, if any, and deletes its cookies. It ignores a request that another site caused. */
export async function logOff(request: Request, answer: { status: number; body: string | null }): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (answer.body !== null) headers.set('content-type', 'text/plain; charset=utf-8');
  if (request.headers.get('sec-fetch-site') !== 'cross-site') {
    const token = await sessionTokenOf(request.headers);
    if (token) {
      await endSession(token, originOf(request.headers));
      for (const cookie of noSessionCookies(request.headers)) headers.append('set-cookie', cookie);
    }
  }
  return new Response(answer.body, { status: answer.status, headers });
}

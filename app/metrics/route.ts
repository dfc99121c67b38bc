import { errors } from '@/lib/core/http/answers';
import { sameSecret } from '@/lib/core/secrets/keys';
import { config } from '@/lib/core/server/config';
import { registry } from '@/lib/core/server/metrics';

export const dynamic = 'force-dynamic';

/**
 * Metrics for Prometheus. If METRICS_TOKEN is set, the request must carry it as a bearer token; production requires it.
 */
export async function GET(request: Request): Promise<Response> {
  const { METRICS_TOKEN: token, TESSERA_MODE: mode } = config();
  if (!token && mode === 'production') return errors(404, [{ code: 'not.found' }], request);
  if (token && !sameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`)) {
    return errors(401, [{ code: 'session.ended' }], request, { 'www-authenticate': 'Bearer' });
  }
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' }
  });
}

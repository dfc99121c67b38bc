import { config } from '@/lib/core/config';
import { notFoundPage } from '../sdportal/not-found';
import { portalRoute } from '../sdportal/portal-route';

/** Pages that let a person walk the demo: they exist nowhere else. Their texts are in English only. */
export function demoOnly(answer: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return portalRoute((request) => (config().TESSERA_MODE === 'production' ? notFoundPage(request) : answer(request)));
}

import { errors, json } from '@/lib/core/http/answers';
import { BodyRefused, readSigned } from '@/lib/core/http/body';
import { contract, on } from '@/lib/core/http/contract';
import { isId } from '@/lib/core/secrets/ids';
import { takeMessage } from '@/lib/money/purchasing/processors/take-message';

const MOST_BYTES = 256 * 1024;

/**
 * The webhook of an issuer's account at Stripe: its signature is what lets a message in. A question about an authorization
 * gets its answer in the body, as Stripe awaits it within two seconds.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    async handle({ request, params }) {
      const signature = request.headers.get('stripe-signature');
      if (!signature) return errors(401, [{ code: 'session.ended' }], request);
      const body = await readSigned(request, MOST_BYTES);
      const { id = '' } = params;
      const taken = isId(id) ? await takeMessage(id, 'stripe', { signature, body }) : null;
      if (!taken || taken.is === 'refused') throw new BodyRefused(400, { code: 'body.malformed' });
      return taken.is === 'answered' ? json({ approved: taken.approved }) : json({ received: true });
    }
  })
});

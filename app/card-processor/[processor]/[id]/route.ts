import { errors, json } from '@/lib/core/http/answers';
import { BodyRefused, readSigned } from '@/lib/core/http/body';
import { contract, on } from '@/lib/core/http/contract';
import { isId } from '@/lib/core/secrets/ids';
import { isProcessorName } from '@/lib/money/purchasing/processors/names';
import { signatureHeaderOf, takeMessage } from '@/lib/money/purchasing/processors/take-message';

const MOST_BYTES = 256 * 1024;

/**
 * The webhook of an issuer's card processor: its signature is what lets a message in. A question about an authorization
 * gets its answer in the body, which Stripe awaits within two seconds.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    async handle({ request, params: { processor = '', id = '' } }) {
      if (!isProcessorName(processor)) return errors(404, [{ code: 'not.found' }], request);
      if (!request.headers.has(signatureHeaderOf(processor))) return errors(401, [{ code: 'session.ended' }], request);
      const body = await readSigned(request, MOST_BYTES);
      const taken = isId(id) ? await takeMessage(id, processor, { headers: request.headers, body }) : null;
      if (!taken || taken.is === 'refused') throw new BodyRefused(400, { code: 'body.malformed' });
      return json(taken.is === 'answered' ? taken.answer : { received: true });
    }
  })
});

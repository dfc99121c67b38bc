import { z } from 'zod';
import { outsideOf } from '../../../core/http/outside-address';
import { setUpEntity } from '../../../kit/setup/entity';
import { emails, secret, text } from '../../../kit/setup/fields';
import { SIGNING_KEY } from '../signature';
import { addressFault, targetOf } from '../webhook-target';

/**
 * A system that is told by signed webhooks what was paid to suppliers, and what spending alerts found (C3.021, C2.022,
 * C2.027). Its key is write-only.
 */
export default setUpEntity({
  name: 'integrator',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  words: {
    one: 'Integrator',
    many: 'Integrators',
    about:
      'Systems that are told by signed webhooks what suppliers are paid and what spending alerts find. No card number is ever sent. One that nothing reaches for an hour is deactivated.'
  },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    contact: text({ label: 'Contact', max: 80, listed: false }),
    emails: emails({ label: 'Email', most: 1, listed: false }),
    address: text({
      label: 'Webhook address',
      hint: 'An https address on the public internet.',
      max: 500,
      required: true
    }),
    key: secret({
      label: 'Signing key',
      hint: 'whsec_ and 24 to 64 random bytes in Base64. Once saved, it is never shown again.',
      max: 100,
      typed: z.string().trim().regex(SIGNING_KEY, 'integrator.key.invalid'),
      required: true
    })
  },
  /** What leads inward is refused here already, and again whenever something is sent: names change what they mean. */
  async check({ address }) {
    const url = targetOf(address);
    if (!url) return [{ code: 'integrator.address.invalid', field: 'address' }];
    const outside = await outsideOf(url);
    const fault = typeof outside === 'string' ? addressFault(outside) : null;
    return fault ? [{ code: fault, field: 'address' }] : [];
  },
  staysReferenced: true
});

import { z } from 'zod';
import { SIGNING_KEY } from '../../../core/http/webhook-signature';
import type { TextKey } from '../../../core/language/text-key';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, emails, secret, text } from '../../../kit/setup/fields';
import { asKeyFile } from '../key-file';
import { addressFault, folderOf, webhookOf } from '../targets';

const when = (delivery: 'webhook' | 'mail' | 'sftp') => ({ field: 'delivery', is: [delivery] }) as const;

/**
 * A system that is told by signed webhooks, by mail, or by files over SFTP what was paid to suppliers, and what spending
 * alerts found (C2.080, C3.021, C2.022, C2.027). Its key or password is write-only.
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
      'Systems that are told what suppliers are paid and what spending alerts find. No card number is ever sent. One that nothing reaches for an hour is deactivated.'
  },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    contact: text({ label: 'Contact', max: 80, listed: false }),
    emails: emails({ label: 'Contact email', most: 1, listed: false }),
    delivery: choice({
      label: 'Delivery',
      options: { webhook: 'Signed webhook', mail: 'Email', sftp: 'File by SFTP' },
      required: true
    }),
    address: text({
      label: 'Webhook address',
      hint: 'An https address on the public internet.',
      max: 500,
      required: true,
      listed: false,
      when: when('webhook')
    }),
    key: secret({
      label: 'Signing key',
      hint: 'whsec_ and 24 to 64 random bytes in Base64. Once saved, it is never shown again.',
      max: 100,
      typed: z.string().trim().regex(SIGNING_KEY, 'integrator.key.invalid'),
      required: true,
      when: when('webhook')
    }),
    mailbox: emails({
      label: 'Mailbox',
      hint: 'Each message is a JSON file attached to an email.',
      most: 1,
      required: true,
      listed: false,
      when: when('mail')
    }),
    folder: text({
      label: 'SFTP folder',
      hint: 'For example sftp://tessera@files.example.com/incoming. Each message is a JSON file.',
      max: 500,
      required: true,
      listed: false,
      when: when('sftp')
    }),
    hostKey: text({
      label: 'Fingerprint of the host key',
      hint: 'SHA256: and 43 characters, as the operator of the server tells you.',
      max: 51,
      pattern: [/^SHA256:[A-Za-z0-9+/]{43}=?$/, 'integrator.host.key.invalid'],
      required: true,
      listed: false,
      when: when('sftp')
    }),
    credential: secret({
      label: 'Password or private key',
      hint: 'Paste a private key whole, without a passphrase. Once saved, it is never shown again.',
      max: 8000,
      typed: z.string().trim().max(8000, 'too.long').transform(asKeyFile),
      required: true,
      when: when('sftp')
    })
  },
  /** What leads inward is refused here already, and again whenever something is sent: names change what they mean. */
  async check({ delivery, address, folder }, { secret }) {
    if (delivery === 'mail') return [];
    const field = delivery === 'sftp' ? 'folder' : 'address';
    const url = delivery === 'sftp' ? folderOf(folder ?? '')?.url : webhookOf(address ?? '');
    const fault: TextKey | null = url ? await addressFault(url) : `integrator.${field}.invalid`;
    if (fault) return [{ code: fault, field }];
    if (delivery === 'webhook') return [];
    // Read where it is needed alone: every page reads the declarations.
    const { isUsable } = await import('../credential');
    return isUsable((await secret('credential')) ?? '')
      ? []
      : [{ code: 'integrator.credential.invalid', field: 'credential' }];
  },
  staysReferenced: true
});

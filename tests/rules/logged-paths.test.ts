import { checkDigit } from '@/lib/core/secrets/card-digits';
import { redact, withoutSecrets } from '@/lib/core/server/log';

const OWN = `990849757123456${checkDigit('990849757123456')}`;

test.each([
  [`/workspace/purchase-requests/${OWN}`, '/workspace/purchase-requests/[number]'],
  ['/card-processor/stripe/4111111111111111?x=1', '/card-processor/stripe/[number]?x=1'],
  ['/workspace/jobs/01a220e1-49e4-7649-9600-123456789012', '/workspace/jobs/01a220e1-49e4-7649-9600-123456789012'],
  ['/services/credential-reset-tokens/abc', '/services/credential-reset-tokens/[redacted]']
])('C9.009 P7.010 %s is logged without what it may hide', (path, logged) => {
  expect(withoutSecrets(path)).toBe(logged);
});

test('C9.009 a text with the number of a virtual card is logged without it', () => {
  expect(redact(`card ${OWN} declined`)).toBe('card [number] declined');
});

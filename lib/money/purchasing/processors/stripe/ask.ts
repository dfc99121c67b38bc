import { z } from 'zod';
import { settingsOf } from '../../../../access/settings/setting-value';
import type { Transaction } from '../../../../core/database/database';
import { askOutside } from '../../../../core/http/post-outside';
import { config } from '../../../../core/server/config';

/** The version of Stripe's documents that this adapter reads and writes. */
export const STRIPE_VERSION = '2024-06-20';

/** What an issuer has at Stripe: the key never leaves this folder but for Stripe. */
export interface StripeAccount {
  key: string;
  /** The issuer's own cardholder, a company: those of requesters have its billing address. */
  cardholder: string;
  /** What its messages are signed with; null: none come, and it doesn't ask us. */
  webhookSecret: string | null;
}

/** The account of an issuer; null as long as it isn't set up. */
export async function stripeAccount(tx: Transaction, issuerId: string): Promise<StripeAccount | null> {
  const keys = ['stripe.key', 'stripe.cardholder', 'stripe.webhook.secret'] as const;
  const set = await settingsOf(tx, { issuerId, companyId: null }, keys);
  const { 'stripe.key': key, 'stripe.cardholder': cardholder, 'stripe.webhook.secret': webhookSecret } = set;
  return key && cardholder ? { key, cardholder, webhookSecret } : null;
}

/** The parameters of a request: lists and objects nest. */
export type Params = { [name: string]: string | number | Params | readonly (string | Params)[] };

/** Parameters as Stripe writes them: `spending_controls[spending_limits][0][interval]=all_time`, `expand[]=number`. */
export function formOf(params: Params): string {
  const form = new URLSearchParams();
  const add = (name: string, value: Params[string]): void => {
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [inner, one] of Object.entries(value)) add(`${name}[${isListed(value, one) ? '' : inner}]`, one);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form.toString();
}

/** Words in a list have no number there. */
const isListed = (value: object, one: unknown) => Array.isArray(value) && typeof one === 'string';

const errorSchema = z.object({
  error: z.object({
    type: z.string(),
    message: z.string().default(''),
    code: z.string().optional(),
    param: z.string().optional()
  })
});

/**
 * What Stripe says; unknown: it may have done it, or it does it at the moment. `missing`: the parameter that names what isn't
 * there.
 */
export type Said =
  | { is: 'done'; document: unknown }
  | { is: 'refused'; type: string; text: string; missing?: string }
  | { is: 'unknown'; seconds?: number };

/** Asks Stripe once; `idempotencyKey`: a repetition with the same one does nothing twice. */
export async function askStripe(
  { key }: Pick<StripeAccount, 'key'>,
  { path, params = {}, idempotencyKey }: { path: string; params?: Params; idempotencyKey?: string }
): Promise<Said> {
  const form = formOf(params);
  const isPost = idempotencyKey !== undefined;
  const target = new URL(isPost || form === '' ? path : `${path}?${form}`, config().STRIPE_ADDRESS).href;
  const headers = { authorization: `Bearer ${key}`, 'stripe-version': STRIPE_VERSION, accept: 'application/json' };
  const came = await askOutside(
    target,
    isPost
      ? {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': idempotencyKey
          },
          body: form
        }
      : { method: 'GET', headers }
  );
  if ('fault' in came) return { is: 'unknown' };
  const { status, body, retryAfter } = came;
  // A conflict is another request with the same key that is still being done.
  if (status === 409 || status === 429 || status >= 500)
    return { is: 'unknown', ...(retryAfter !== undefined && { seconds: retryAfter }) };
  const document = jsonOf(body);
  if (status >= 200 && status < 300) return document === undefined ? { is: 'unknown' } : { is: 'done', document };
  // What Stripe says of a key repeats a part of it.
  if (status === 401) return { is: 'refused', type: 'authentication_error', text: 'The API key is not accepted.' };
  const read = errorSchema.safeParse(document);
  if (!read.success) return { is: 'refused', type: 'other', text: `HTTP ${status}` };
  const { type, message, code, param } = read.data.error;
  return { is: 'refused', type, text: message, ...(code === 'resource_missing' && { missing: param }) };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

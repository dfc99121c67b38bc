'use server';

import { z } from 'zod';
import { pageAsked, tokenAsked } from '@/app/sdportal/answer-form';
import { keepAnswer, type SupplierAnswer } from '@/app/sdportal/supplier-answers';
import type { Origin } from '@/lib/core/audit/audit';
import { plainText } from '@/lib/core/entry/plain-text';
import { originOf } from '@/lib/core/http/origin';
import { busyOf } from '@/lib/core/server/busy';
import { log } from '@/lib/core/server/log';
import { useOnce } from '@/lib/core/server/rate-limit';
import { declineLink, openLink, showCard } from '@/lib/money/suppliers/links/open-link';

const proof = z.string().min(1).max(400);
const schema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('open'), passphrase: z.string().trim().min(1).max(100) }),
  z.object({ act: z.literal('show'), proof }),
  z.object({ act: z.literal('decline'), proof, reason: plainText({ max: 500, lines: true }) })
]);

/** Presses of an address, right or wrong: a person needs far fewer. */
const PRESSES = { name: 'supplier-page', points: 60, seconds: 900 };

const WRONG: SupplierAnswer = { kind: 'wrong', status: 422 };

/** Answers a supplier's press: opens the order by its passphrase, shows its card, or declines it. */
export async function answerSupplier(form: FormData): Promise<void> {
  const request = await pageAsked();
  const requestId = request.headers.get('x-request-id') ?? '';
  const origin = originOf(request.headers);
  // An action can be called with anything.
  const parsed = schema.safeParse(form instanceof FormData ? Object.fromEntries(form) : {});
  try {
    const isTooMuch = (await useOnce(PRESSES, origin.address)) !== undefined;
    const answer = parsed.success && !isTooMuch ? await answerTo(await tokenAsked(), parsed.data, origin) : null;
    keepAnswer(requestId, answer ?? WRONG);
  } catch (error) {
    log.error({ err: error, requestId }, "a supplier's page failed");
    keepAnswer(requestId, { kind: 'wrong', status: busyOf(error) ? 503 : 500 });
  }
}

async function answerTo(token: string, asked: z.output<typeof schema>, origin: Origin): Promise<SupplierAnswer | null> {
  if (asked.act === 'open') {
    const purchase = await openLink(token, asked.passphrase, origin);
    return purchase && { kind: 'order', purchase };
  }
  if (asked.act === 'show') {
    const shown = await showCard(token, asked.proof, origin);
    return shown && { kind: 'card', ...shown };
  }
  return (await declineLink(token, asked.proof, asked.reason, origin)) && { kind: 'declined' };
}

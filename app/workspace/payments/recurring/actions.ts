'use server';

import { payableAccount } from '@/lib/money/payments/payable';
import { changeRecurringState } from '@/lib/money/payments/recurring/change-state';
import { dueDays } from '@/lib/money/payments/recurring/next-payment';
import { seenRecurring } from '@/lib/money/payments/recurring/recurring';
import { changeRecurring, setUpRecurring } from '@/lib/money/payments/recurring/save-recurring';
import { recurringSchema } from '@/lib/money/payments/recurring/schema';
import { RECURRING_PAYMENT } from '@/lib/money/payments/recurring/states';
import { nextMandate } from '@/lib/money/wallet/mandates/give-mandate';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { formId, textOf } from '../../addresses';
import { finish } from '../../people/finish';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState } from '../../ui/parse-form';
import { mandateWords } from '../authorization';
import { offerFor } from '../offer';
import { recurringFields } from './fields';

const paying = () => signedInFor('payments', 'modify', 'bill.pay');
const doneAt = (id: string) => `/workspace/payments/recurring/${id}?done=saved`;

/** Sets up a recurring payment of an account, or changes one. */
export async function save(_: FormState, form: FormData): Promise<FormState> {
  const reader = await paying();
  const { principal, t, format, origin } = reader;
  const known = textOf(form, 'id') ? await seenRecurring(principal, formId(form)) : null;
  const account = await payableAccount(principal, known?.accountId ?? formId(form, 'accountId'));
  if (!account) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = recurringFields(t, format, await dueDays(account), await offerFor(principal, account));
  const parsed = parseForm(reader, fields, recurringSchema, form);
  if (!parsed.ok) return parsed.state;
  const words = [t('recurring.authorization', { card: account.cardNumber })];
  const from = (await ownWallet(principal)).find(({ id }) => id === parsed.value.walletAccountId);
  const mandate = from && (await nextMandate(principal, from));
  if (from && mandate) words.push(await mandateWords(t, from, mandate));
  const version = Number(textOf(form, 'version'));
  return finish(
    () =>
      known
        ? changeRecurring(principal, { id: known.id, version }, parsed.value, words.join(' '), origin)
        : setUpRecurring(principal, account.id, parsed.value, words.join(' '), origin),
    doneAt,
    { form, fields }
  );
}

/** Pauses, resumes or stops a recurring payment. */
export async function changeState(_: FormState, form: FormData): Promise<FormState> {
  const reader = await paying();
  const event = RECURRING_PAYMENT.eventNames.find((name) => name === textOf(form, 'event'));
  if (!event) return refusalState(reader, [], { code: 'not.found' }, form);
  return finish(() => changeRecurringState(reader.principal, formId(form), event, reader.origin), doneAt, { form });
}

'use server';

import { changeRepayment } from '@/lib/money/expenses/repayments/change-repayment';
import {
  chooseOwnAccount,
  ownAccountSchema,
  ownRepaymentAccount,
  stopOwnAccount
} from '@/lib/money/expenses/repayments/own-account';
import { choosePayer, payerSchema, repaymentPayers } from '@/lib/money/expenses/repayments/payer';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { formId, textOf } from '../addresses';
import { finish } from '../people/finish';
import { signedInFor } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { maskedNumber } from '../wallet/masked-number';
import { ownAccountFields, payerFields } from './fields';
import { mandatesToGive } from './mandates-to-give';

const PAGE = '/workspace/repayments';
const reading = () => signedInFor('repayments', 'view', 'expense.reports');

/** Chooses the reader's own account to be paid back to. The words that they agree to are kept with it. */
export async function chooseAccount(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const { principal, t, origin } = reader;
  const wallet = await ownWallet(principal);
  const mandates = await mandatesToGive(principal, t, wallet);
  const fields = ownAccountFields(t, wallet, await ownRepaymentAccount(principal), mandates);
  const parsed = parseForm(reader, fields, ownAccountSchema, form);
  if (!parsed.ok) return parsed.state;
  const { walletAccountId, collects } = parsed.value;
  const account = wallet.find(({ id }) => id === walletAccountId);
  if (!account) return refusalState(reader, fields, { code: 'not.found', field: 'walletAccountId' }, form);
  const words = { bank: maskedNumber(account), holder: account.holderName };
  const agreed = [t('repayment.authorization', words), mandates.get(walletAccountId)];
  const authorizationText = collects ? agreed.filter(Boolean).join(' ') : null;
  return finish(
    () => chooseOwnAccount(principal, { walletAccountId, authorizationText }, origin),
    () => `${PAGE}?done=account`,
    { form, fields }
  );
}

/** Ends being paid back by bank. */
export async function stopAccount(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await reading();
  return finish(
    () => stopOwnAccount(principal, origin),
    () => `${PAGE}?done=stopped`,
    { form }
  );
}

/** Chooses by which way, and from which account, a company pays back. */
export async function choosePayerAccount(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const { principal, t, origin } = reader;
  const company = (await repaymentPayers(principal)).find(({ companyId }) => companyId === formId(form, 'companyId'));
  if (!company) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = payerFields(t, await ownWallet(principal), company);
  const parsed = parseForm(reader, fields, payerSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => choosePayer(principal, parsed.value, origin),
    () => `${PAGE}?done=account`,
    { form, fields }
  );
}

/** Sends a repayment again, or cancels it. */
export async function change(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const event = (['retry', 'cancel'] as const).find((name) => name === textOf(form, 'event'));
  if (!event) return refusalState(reader, [], { code: 'not.found' }, form);
  const version = Number(textOf(form, 'version'));
  return finish(
    () => changeRepayment(reader.principal, formId(form), { event, version }, reader.origin),
    (id) => `${PAGE}/${id}?done=${event}`,
    { form }
  );
}

import type { Principal } from '@/lib/access/policy/principal';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { Account } from '@/lib/directory/structure/accounts';
import { seenCompany } from '@/lib/directory/structure/companies';
import type { Issuer } from '@/lib/directory/structure/issuers';
import { seenNode } from '@/lib/directory/structure/nodes';
import type { Formats } from '../../ui/formats';

/** A code with its name from the issuer's list. */
const withName = (code: string | null, name: string | null) => (code && name ? `${code} – ${name}` : code);

/** The facts of an account (CD.40). */
export async function accountFacts(principal: Principal, account: Account, t: Translate, format: Formats) {
  const { currency, creditLimit, transactionLimit, openedOn, closedOn, replacedById } = account;
  const replacement = replacedById ? await seenNode(principal, replacedById) : null;
  const money = (amount: string | null) => amount && format.money(amount, currency);
  const day = (date: string | null) => date && format.date(new Date(`${date}T00:00:00Z`));
  return [
    { label: t('account.card.number'), value: account.cardNumber },
    { label: t('account.bank.number'), value: account.bankNumber },
    { label: t('account.ica'), value: account.ica },
    { label: t('account.card.type'), value: withName(account.cardType, account.cardTypeName) },
    {
      label: t('account.status.code'),
      value: [withName(account.statusCode, account.statusName), account.useBlocked && t('account.use.blocked')]
        .filter(Boolean)
        .join(' · ')
    },
    { label: t('structure.currency'), value: currency },
    { label: t('account.credit.limit'), value: money(creditLimit) },
    { label: t('account.transaction.limit'), value: money(transactionLimit) },
    { label: t('account.opened'), value: day(openedOn) },
    { label: t('account.closed'), value: day(closedOn) },
    ...(replacement ? [{ label: t('account.replaced.by'), value: replacement.name1 }] : [])
  ];
}

/** The facts of a company besides number and names (C2.009). */
export async function companyFacts(principal: Principal, id: string, t: Translate, locale: Locale) {
  const company = await seenCompany(principal, id);
  if (!company) return [];
  const month = new Intl.DateTimeFormat(languageTag(locale), { month: 'long', timeZone: 'UTC' });
  return [
    { label: t('structure.currency'), value: company.currency },
    { label: t('structure.fiscal.start'), value: month.format(Date.UTC(2026, company.fiscalStart - 1, 1)) },
    ...(company.programOption ? [{ label: t('program.option'), value: company.programOption }] : [])
  ];
}

/** The facts of an issuer besides number and names (C3.003). */
export function issuerFacts({ icas, timeZone, baseCurrency, brands }: Issuer, t: Translate) {
  return [
    { label: t('issuer.icas'), value: icas.join(', ') },
    { label: t('issuer.time.zone'), value: timeZone },
    { label: t('issuer.base.currency'), value: baseCurrency },
    { label: t('issuer.brands'), value: brands.join(', ') }
  ];
}

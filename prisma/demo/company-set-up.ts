import type { Principal } from '../../lib/access/policy/principal';
import { database } from '../../lib/core/database/database';
import { addApprovalProfile } from './approval-profile';
import { DAY } from './calendar';
import { COUNTRIES, type Country } from './data/countries';
import { CARD_FIELDS, CUSTOMIZATION, purchaseTemplates, REAL_CARDS } from './data/purchases';
import { ALLOWANCES, COMPANY_RECORDS, CONVERTED, MILEAGE, OTHER_MILEAGE, type Records } from './data/set-up';
import { addExpensePolicy, addExpenseProperties } from './expense-policy';
import { conversionRate } from './money';
import { addPurchaseGroup } from './purchase-group';
import { addScheme } from './scheme';
import { addRecord, addRecords } from './set-up-records';

/** A company whose lists are filled. */
export interface ShownCompany {
  issuerId: string;
  id: string;
  name1: string;
}

/** Fills a company's set-up lists, puts its scheme in force and says who requests and who approves. @throws when something is refused */
export async function fillCompany(principal: Principal, company: ShownCompany, today: string): Promise<void> {
  const at = { issuerId: company.issuerId, companyId: company.id };
  const { currency } = await database().company.findUniqueOrThrow({
    where: { issuerId_id: { issuerId: company.issuerId, id: company.id } }
  });
  const day = Math.floor(Date.parse(today) / DAY);
  const records: Records = { ...COMPANY_RECORDS, ...localRecords(countryOf(currency), currency, day) };
  for (const [entity, typed] of Object.entries(records)) {
    const ids = await addRecords(principal, entity, at, typed);
    if (entity !== 'expense-type') continue;
    const types = new Map(typed.map(({ name }, place) => [String(name), ids[place] as string]));
    await addExpenseProperties(principal, at, types);
  }
  const look = await addRecord(principal, 'card-customization', at, CUSTOMIZATION);
  await addRecords(principal, 'card-field', { ...at, parentId: look }, CARD_FIELDS);
  await addScheme(principal, at);
  await addApprovalProfile(principal, company, currency);
  await addPurchaseGroup(principal, company);
  await addExpensePolicy(principal, at, currency, daysBefore(day, 365));
}

/** The first country of the world with a currency: its taxes are the company's. */
const countryOf = (currency: string) => COUNTRIES.find((country) => country.currency === currency) as Country;

const daysBefore = (day: number, days: number) => new Date((day - days) * DAY).toISOString().slice(0, 10);

/** What depends on the company's country: mileage, day allowances, taxes, and the worth of other currencies from a year ago on. */
function localRecords({ tax }: Country, currency: string, day: number) {
  const { prefix = '', rates = [] } = tax ?? {};
  const yearAgo = daysBefore(day, 365);
  return {
    'mileage-rate': mileageRates(currency, Number(daysBefore(day, 0).slice(0, 4))),
    'allowance-rate': allowanceRates(currency, day),
    'tax-rate': rates.map((rate) => ({ name: `VAT ${rate} %`, rate: String(rate) })),
    'tax-code': rates.map((rate) => ({
      code: `${prefix}${rate}`,
      name: `VAT ${rate} %`,
      rates: [`VAT ${rate} %`],
      recoverable: '100'
    })),
    'currency-conversion-rule': CONVERTED.filter((one) => one !== currency).map((one) => ({
      postedCurrency: one,
      effectiveDate: yearAgo,
      rate: conversionRate(one, currency, day).toFixed(8)
    })),
    'real-card': REAL_CARDS,
    'purchase-template': purchaseTemplates(currency),
    'batch-setup': [
      { name: 'Orders of the workshop', format: 'csv', template: 'Supplies of a month', limit: 'at most' }
    ],
    holiday: holidays(Number(daysBefore(day, 0).slice(0, 4))),
    'reporting-cycle': [
      { name: 'Calendar month', frequency: 'monthly', closingDay: '31', startsOn: `${yearAgo.slice(0, 4)}-01-01` }
    ]
  };
}

/** The holidays of the turn of a year that every company of the world has, this year and next. */
const holidays = (year: number) =>
  [year, year + 1].flatMap((one) => [
    { date: `${one}-01-01`, name: 'New Year’s Day' },
    { date: `${one}-12-25`, name: 'Christmas Day' }
  ]);

/** The examples of day allowances in a company's currency, in force since last year. */
function allowanceRates(currency: string, day: number) {
  const worth = conversionRate('EUR', currency, day);
  const written = (amount: number) => String(Math.round(amount * worth));
  return ALLOWANCES.map(({ name, fullDay, partDay, breakfast, lunch, dinner }) => ({
    name,
    currency,
    fullDay: written(fullDay),
    partDay: written(partDay),
    partFrom: '6',
    fullFrom: '12',
    breakfast: written(breakfast),
    lunch: written(lunch),
    dinner: written(dinner),
    effectiveFrom: `${Number(daysBefore(day, 0).slice(0, 4)) - 1}-01-01`
  }));
}

/** The rates of one's own car last year and this year, and half of it for a motorcycle. */
function mileageRates(currency: string, year: number) {
  const { unit, lastYear, thisYear, perPassenger } = MILEAGE[currency] ?? OTHER_MILEAGE;
  const car = { name: 'Own car', currency, unit, ...(perPassenger && { perPassenger }) };
  const half = (Number(thisYear) / 2).toFixed(4);
  return [
    { ...car, rate: lastYear, effectiveFrom: `${year - 1}-01-01`, expiresOn: `${year - 1}-12-31` },
    { ...car, rate: thisYear, effectiveFrom: `${year}-01-01`, isDefault: 'true' },
    { name: 'Own motorcycle', rate: half, currency, unit, effectiveFrom: `${year - 1}-01-01` }
  ];
}

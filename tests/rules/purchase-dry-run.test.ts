import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import type { Values } from '@/lib/kit/setup/field';
import { dryRun, dryRunSchema, tryOnPast } from '@/lib/money/purchasing/dry-run';
import { templateControls } from '@/lib/money/purchasing/template-controls';
import { type TemplateTerms, termsOfTemplate } from '@/lib/money/purchasing/terms';
import type { PastPurchase } from '@/lib/money/transactions/past-purchases';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, inGroup, type Offered } from '../support/purchasing';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let one: StructureNode;
let other: StructureNode;
let C: Principal;
let offered: Offered;
let currency: string;

beforeAll(aBrand);
beforeEach(async () => {
  company = await aCompany(world.current, await anIssuer(world.current));
  [one, other] = [await anAccount(world.current, company), await anAccount(world.current, company)];
  C = await aPrincipalAt(world.current, 'C', company);
  ({ currency } = await database().account.findFirstOrThrow({ where: { id: one.id } }));
});

const terms = async (template: Values) => {
  offered = await anOffer(C, company, { template: { currency, ...template } });
  return (await termsOfTemplate({ issuerId: company.issuerId, id: offered.template })) as TemplateTerms;
};
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const spent = (account: StructureNode, amount: string, days = 5, merchant = 'Harbour Hotel') =>
  aTransaction(world.current, account, { amount, postingDate: dayBefore(days), merchant });
const tried = async (template: Values, asked: object = {}, by = C) =>
  tryOnPast(
    by,
    { issuerId: company.issuerId, companyId: company.id },
    await terms(template),
    dryRunSchema.parse(asked)
  );
const at = (day: string, amount: string, accountId = 'a'): PastPurchase => ({
  id: `${day}/${amount}`,
  accountId,
  day,
  amount,
  currency: 'NOK',
  merchantName: 'NORD',
  merchantId: null,
  category: null
});
const controlsOf = (values: TemplateTerms, more = {}) => ({
  ...templateControls(values.template.values, { ...values, day: '2026-01-01' }),
  currency: 'NOK',
  ...more
});

test('C3.017D past purchases are declined by the controls of a template, each with every control that says no, and add up', async () => {
  await spent(one, '100.00');
  const dear = await spent(one, '800.01');
  await spent(one, '20.00', 100);
  const run = await tried({
    velocityAmount: '5000',
    transactionLimit: 'true',
    transactionAmount: '800',
    amountRange: 'true',
    amountMin: '1',
    amountMax: '500'
  });
  expect(run).toMatchObject({ tried: 2, declined: 1, isCut: false, sums: [{ currency, amount: '800.01' }] });
  expect(run.latest).toMatchObject([{ id: dear.id, merchantName: 'Harbour Hotel' }]);
  expect(run.latest[0]?.failures.map(({ control }) => control)).toEqual(['transactionLimit', 'amountRange']);
  expect(run.byControl.map(({ failure, count }) => [failure.control, count])).toEqual([
    ['transactionLimit', 1],
    ['amountRange', 1]
  ]);
});

test('C3.017D windows are those of the card’s calendar, each account has a card of its own, and what is declined counts nothing', async () => {
  const controls = controlsOf(await terms({ velocity: 'monthly', velocityAmount: '1000' }));
  const purchases = [
    ...[at('2026-01-30', '900'), at('2026-01-31', '200'), at('2026-01-31', '100'), at('2026-02-01', '1000')],
    ...[at('2026-02-02', '1'), at('2026-02-02', '1000', 'b')]
  ];
  const declined = dryRun(controls, purchases);
  expect(declined.map(({ id }) => id)).toEqual(['2026-01-31/200', '2026-02-02/1']);
  expect(declined[0]?.failures).toMatchObject([{ control: 'velocity', total: '1100.00', left: '100.00' }]);
});

test('C3.017D C3.064 C3.065 C3.066 hours and validity are left out, since a transaction has a day and no time', async () => {
  const hours = [{ weekday: 'monday', from: '00:00', to: '00:01' } as const];
  const never = { timeOfDay: hours, curfew: null, validity: { from: '2030-01-01', to: '2030-01-02' } };
  const controls = controlsOf(await terms({ velocityAmount: '1000' }), never);
  expect(dryRun(controls, [at('2026-01-30', '900')])).toEqual([]);
});

test('C3.017D a group’s members alone are looked at, and nobody looks at what they don’t see', async () => {
  await spent(one, '2000.00');
  await spent(other, '3000.00');
  const buyer = await aPrincipalAt(world.current, 'A', other);
  const values = { velocityAmount: '1000' };
  await terms(values);
  const group = await inGroup(buyer, offered);
  expect((await tried(values)).declined).toBe(2);
  expect((await tried(values, { group })).sums).toEqual([{ currency, amount: '3000' }]);
  // A cardholder sees their own account, somebody at another place of the company nothing.
  expect((await tried(values, {}, buyer)).tried).toBe(1);
  const elsewhere = await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company));
  expect((await tried(values, {}, elsewhere)).tried).toBe(0);
});

import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

test('C3.029 an administrator adds a bank account, and another one confirms it or declines it', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  await withSetting(world.database, { issuerId: company.issuerId }, 'wallet.second.person', true);
  const own = await aUserAt(world.database, 'C', company, { firstName: 'Cleo', lastName: 'Berg' });
  const other = await aUserAt(world.database, 'C', company, { firstName: 'Dana', lastName: 'Lund' });
  const main = page.getByRole('main');
  const looked = async (picture: string) => {
    await expectAccessible(page);
    await keepPicture(page, picture);
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
    await keepPicture(page, `${picture}-narrow`);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const add = async (iban: string, nickname: string) => {
    await page.goto(world.at('tessera', '/workspace/wallet/new'));
    await scripted(page);
    await main.getByRole('textbox', { name: text('wallet.iban') }).fill(iban);
    await main.getByRole('textbox', { name: text('wallet.holder') }).fill('Berg AB');
    await main.getByRole('textbox', { name: text('wallet.nickname') }).fill(nickname);
    await main.getByRole('button', { name: text('wallet.add') }).click();
    await expect(main).toContainText(text('wallet.done.added'));
  };

  await enter(page, world, own.userId);
  await add('SE45 5000 0000 0583 9825 7466', 'Everyday');
  await expect(page.getByRole('article', { name: /Everyday/ })).toContainText(text('wallet.proposed'));
  await looked('wallet-proposed');
  await add('DE89 3704 0044 0532 0130 00', 'Spare');
  // Nobody decides on their own.
  await goByNavigation(page, 'listing.bank-accounts');
  await main.getByRole('link', { name: 'Cleo Berg' }).first().click();
  await expect(main).toContainText(text('bank.account.own'));
  await expect(main.getByRole('button', { name: text('bank.account.confirm') })).toHaveCount(0);

  await page.context().clearCookies();
  await enter(page, world, other.userId);
  await expect(main).toContainText('2 bank accounts wait for confirmation');
  await goByNavigation(page, 'listing.bank-accounts');
  await looked('bank-accounts');
  await main.getByRole('link', { name: 'Cleo Berg' }).first().click();
  await expect(main).toContainText('DE •••• 3000');
  await scripted(page);
  await looked('bank-account');
  // Without a reason nothing is declined, and the field says so.
  await main.getByRole('button', { name: text('bank.account.decline') }).click();
  const reason = main.getByRole('textbox', { name: text('bank.account.reason') });
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('Not the company’s');
  await main.getByRole('button', { name: text('bank.account.decline') }).press('Enter');
  await expect(main).toContainText(text('bank.account.done.declined'));
  await page.goto(world.at('tessera', '/workspace/bank-accounts?state=proposed'));
  await main.getByRole('link', { name: 'Cleo Berg' }).click();
  await scripted(page);
  await main.getByRole('button', { name: text('bank.account.confirm') }).click();
  const asked = page.getByRole('dialog');
  await expect(asked).toContainText('SE •••• 7466');
  await asked.getByRole('button', { name: text('bank.account.confirm') }).click();
  await expect(main).toContainText(text('bank.account.done.confirmed'));

  await page.context().clearCookies();
  await enter(page, world, own.userId);
  await goByNavigation(page, 'wallet.title');
  await expect(page.getByRole('article', { name: /Everyday/ })).not.toContainText(text('bank.account.state.proposed'));
  await expect(page.getByRole('article', { name: /Spare/ })).toContainText('Not the company’s');
  await looked('wallet-decided');
});

test('C3.029 C1.012 a company adds an account, validates it, pays, cancels, pays again, and gets a return', async ({
  page,
  world
}) => {
  test.slow();
  const db = world.database;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const account = await anAccount(db, company, { currency: 'USD' });
  await aTransaction(db, account, { amount: '250' });
  const data = { rail: 'nacha', bankName: 'First Bank', routingNumber: '091000019', companyId: '1234567890' };
  await db.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, gen_random_uuid(), 'bank-originator', $1, 'Norrvik Card Services', $2)`,
    [issuer.id, JSON.stringify({ ...data, entryClass: 'CCD' })]
  );
  await withSetting(db, { issuerId: issuer.id }, 'wallet.validation.us', 'micro.entries');
  const C = await aUserAt(db, 'C', company, { firstName: 'Cleo', lastName: 'Berg' });
  const main = page.getByRole('main');
  const looked = async (picture: string) => {
    await expectAccessible(page);
    await keepPicture(page, picture);
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
    await keepPicture(page, `${picture}-narrow`);
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  await enterAt(page, world, C.userId, '/workspace/wallet/new');
  await scripted(page);
  await main.getByRole('radio', { name: text('wallet.scheme.us') }).check();
  await main.getByRole('textbox', { name: text('wallet.routing') }).fill('021000021');
  await main.getByRole('textbox', { name: text('wallet.number') }).fill('5550100');
  await main.getByRole('radio', { name: text('wallet.kind.checking') }).check();
  await main.getByRole('textbox', { name: text('wallet.holder') }).fill('Berg Inc');
  await main.getByRole('textbox', { name: text('wallet.nickname') }).fill('Operations');
  await main.getByRole('button', { name: text('wallet.add') }).click();
  const operations = page.getByRole('article', { name: /Operations/ });
  await expect(operations).toContainText(text('bank.account.state.added'));

  // The simulated bank gets the file from the worker, and shows what a bank's statement would.
  await until(async () => {
    const [sent] = await db.query('SELECT 1 FROM wallet_accounts WHERE issuer_id = $1 AND validation_day IS NOT NULL', [
      issuer.id
    ]);
    return sent;
  }, 500);
  await page.reload();
  await scripted(page);
  const statement = operations.getByRole('region', { name: /Operations/ });
  const amounts = (await statement.getByText(/^USD\s0\.\d\d$/).allTextContents()).map((shown) => shown.slice(4));
  expect(amounts).toHaveLength(2);
  await looked('wallet-validating');

  // Wrong amounts are told at their field, with the tries that are left; then both in the other order.
  const [first, second] = ['first', 'second'].map((name) =>
    operations.getByRole('textbox', { name: text(`wallet.amount.${name}`) })
  ) as [Locator, Locator];
  await first.fill(amounts[1] === '0.99' ? '0.98' : '0.99');
  await second.fill(amounts[0] ?? '');
  await operations.getByRole('button', { name: text('wallet.amounts.submit') }).click();
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  await expect(operations).toContainText('2');
  await looked('wallet-wrong-amounts');
  await first.fill(amounts[1] ?? '');
  await second.fill(amounts[0] ?? '');
  await second.press('Enter');
  await expect(main).toContainText(text('wallet.done.validated'));
  await expect(operations).not.toContainText(text('bank.account.state.validating'));

  const pay = async (amount: string) => {
    await page.goto(world.at('tessera', `/workspace/payments/new?account=${account.id}`));
    await scripted(page);
    await main.getByRole('radio', { name: text('payment.pays.other') }).check();
    await main.getByRole('textbox', { name: text('payment.amount') }).fill(amount);
    await main.getByRole('button', { name: text('payment.review') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('payment.review'));
    await scripted(page);
    await main.getByRole('button', { name: text('payment.confirm') }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(text('payment.review'));
    await scripted(page);
  };
  await pay('150');
  await main.getByRole('button', { name: text('payment.cancel') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('payment.cancel') })
    .click();
  await expect(main).toContainText(text('payment.done.cancelled'));

  // The second goes to the bank, which has no money on accounts that end in 00.
  await pay('200');
  await expect(main).toContainText('P-000002');
  await db.query("UPDATE payments SET pay_on = pay_on - 10 WHERE issuer_id = $1 AND state = 'scheduled'", [issuer.id]);
  await until(async () => {
    const [back] = await db.query("SELECT 1 FROM payments WHERE issuer_id = $1 AND state = 'returned'", [issuer.id]);
    return back;
  }, 500);
  await page.reload();
  await expect(main).toContainText('R01');
  await expect(main).toContainText(text('payment.reason.funds'));
  await expect(main.getByRole('link', { name: text('payment.make') })).toBeVisible();
  await looked('payment-returned');
});

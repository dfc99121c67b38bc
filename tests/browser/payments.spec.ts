import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

test('C1.012 C1.033 C2.035 a cardholder adds a bank account, pays the statement, presses twice, and cancels', async ({
  page,
  world
}) => {
  test.slow();
  const account = await anAccount(world.database, await aCompany(world.database, await anIssuer(world.database)));
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  await aTransaction(world.database, account, {
    postingDate: lastMonth.toISOString().slice(0, 10),
    merchant: 'Harbour Hotel',
    amount: '420.50'
  });
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const narrow = async (picture: string) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
    await keepPicture(page, picture);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const main = page.getByRole('main');
  await world.database.query(
    `INSERT INTO account_statements (issuer_id, id, account_id, closed_on, currency, opening, charges, payments, closing,
       paid_through, closed_at)
     SELECT issuer_id, gen_random_uuid(), id, $2, currency, 0, 420.5, 0, 420.5, 0, now() FROM accounts WHERE id = $1`,
    [account.id, lastMonth.toISOString().slice(0, 10)]
  );

  // Without a bank account the form says what is missing.
  await enter(page, world, A.userId);
  await goByNavigation(page, 'payment.title');
  await expect(main).toContainText(text('payment.none'));
  await main.getByRole('link', { name: text('payment.make') }).click();
  await expect(main).toContainText(text('payment.from.none'));
  await main.getByRole('link', { name: text('wallet.add') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('wallet.add'));
  await scripted(page);

  // A typing error is told at its field, and loses nothing.
  await main.getByRole('textbox', { name: text('wallet.iban') }).fill('SE45 5000 0000 0583 9825 7467');
  await main.getByRole('textbox', { name: text('wallet.holder') }).fill('Ada Holm');
  await main.getByRole('textbox', { name: text('wallet.nickname') }).fill('Everyday');
  await main.getByRole('button', { name: text('wallet.add') }).click();
  await expect(main.getByRole('textbox', { name: text('wallet.iban') })).toHaveAttribute('aria-invalid', 'true');
  await expect(main).toContainText(text('wallet.iban.check'));
  await expect(main.getByRole('textbox', { name: text('wallet.holder') })).toHaveValue('Ada Holm');
  await expectAccessible(page);
  await keepPicture(page, 'wallet-new');
  await narrow('wallet-new-narrow');
  await main.getByRole('textbox', { name: text('wallet.iban') }).fill('SE45 5000 0000 0583 9825 7466');
  await main.getByRole('button', { name: text('wallet.add') }).click();
  await expect(main).toContainText(text('wallet.done.added'));
  await expect(page.getByRole('article', { name: 'Everyday' })).toContainText('SE •••• 7466');
  await expectAccessible(page);
  await keepPicture(page, 'wallet');
  await narrow('wallet-narrow');

  await goByNavigation(page, 'payment.title');
  await main.getByRole('link', { name: text('payment.make') }).click();
  await expect(page.getByRole('region', { name: text('payment.owed') })).toContainText('420.50');
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'payment-new');
  await narrow('payment-new-narrow');

  // An amount below the least is told at its field.
  await main.getByRole('radio', { name: text('payment.pays.other') }).check();
  await main.getByRole('textbox', { name: text('payment.amount') }).fill('99.99');
  await main.getByRole('button', { name: text('payment.review') }).click();
  await expect(main.getByRole('textbox', { name: text('payment.amount') })).toHaveAttribute('aria-invalid', 'true');
  await main
    .getByRole('radio', { name: /420\.50/ })
    .first()
    .check();
  await main.getByRole('button', { name: text('payment.review') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('payment.review'));
  await expect(main).toContainText('SE •••• 7466');
  // The first payment from it gives a mandate, whose reference is known before.
  await expect(main).toContainText(/SEPA direct debit mandate [A-Z0-9]+-1: the card issuer/);
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'payment-review');
  await narrow('payment-review-narrow');
  const review = page.url();
  await main.getByRole('button', { name: text('payment.confirm') }).dblclick();
  await expect(main).toContainText(text('payment.done.made', { reference: 'P-000001' }));
  await expectAccessible(page);
  await keepPicture(page, 'payment-made');
  await narrow('payment-made-narrow');
  // It is said once: not when the page is loaded again, by when the payment may have changed.
  await page.reload();
  await expect(main).toContainText('P-000001');
  await expect(main).not.toContainText(text('payment.done.made', { reference: 'P-000001' }));

  // The same form once more leads to the same payment.
  await page.goto(review);
  await scripted(page);
  await main.getByRole('button', { name: text('payment.confirm') }).click();
  await expect(main).toContainText(text('payment.done.made', { reference: 'P-000001' }));

  // While the payment is under way its mandate can't be cancelled.
  const made = page.url();
  const cancelMandate = async () => {
    await goByNavigation(page, 'wallet.title');
    const mandate = page.getByRole('region', { name: `${text('mandate.one')}: Everyday` });
    await expect(mandate).toContainText(text('mandate.state.active'));
    await scripted(page);
    await mandate.locator('summary').click();
    await mandate.getByRole('button', { name: text('mandate.cancel') }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('mandate.cancel') })
      .click();
  };
  await cancelMandate();
  await expect(page.getByText(text('wallet.paying'))).toBeVisible();
  await page.goto(made);

  // It pays a statement, which leads back to it.
  await main.getByRole('link', { name: text('statement.open') }).click();
  await expect(page.getByRole('region', { name: /420\.50/ })).toContainText(text('statement.due'));
  const lines = page.getByRole('region', { name: text('statement.lines') });
  await expect(lines.getByRole('row')).toHaveCount(2);
  await expect(lines.getByRole('row').last()).toContainText(/Harbour Hotel.*420\.50/);
  for (const [link, ending] of [
    ['payable.download', 'csv'],
    ['evidence.pdf', 'pdf']
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('link', { name: text(link) }).click()
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`${lastMonth.toISOString().slice(0, 10)}\\.${ending}$`));
  }
  await expectAccessible(page);
  await keepPicture(page, 'statement');
  await narrow('statement-narrow');
  await page.goto(world.at('tessera', '/workspace/statements'));
  await expect(main).toContainText('420.50');
  await expectAccessible(page);
  await keepPicture(page, 'statements');
  await narrow('statements-narrow');
  await page.goto(review);
  await scripted(page);
  await main.getByRole('button', { name: text('payment.confirm') }).click();
  await scripted(page);
  await main.getByRole('button', { name: text('payment.cancel') }).click();
  const asked = page.getByRole('dialog', { name: text('payment.cancel.question') });
  await asked.getByRole('button', { name: text('payment.cancel') }).click();
  await expect(main).toContainText(text('payment.done.cancelled'));
  await expect(main.getByRole('button', { name: text('payment.cancel') })).toHaveCount(0);
  await goByNavigation(page, 'payment.title');
  await expect(main).toContainText('P-000001');
  await expect(main).not.toContainText('P-000002');
  await expectAccessible(page);
  await keepPicture(page, 'payments');
  await narrow('payments-narrow');

  // Now it can: the next payment will ask for another.
  await cancelMandate();
  await expect(main).toContainText(text('wallet.done.mandate'));
  await expect(main).toContainText(text('mandate.again'));
  await expectAccessible(page);
  await keepPicture(page, 'wallet-mandate');
  await narrow('wallet-mandate-narrow');
});

test('C2.035 a company’s administrator chooses which account to pay, and is told when none is chosen', async ({
  page,
  world
}) => {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const [first, second] = [await anAccount(world.database, company), await anAccount(world.database, company)];
  await aTransaction(world.database, second, { amount: '250' });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Cleo', lastName: 'Berg' });
  const main = page.getByRole('main');
  await enterAt(page, world, C.userId, '/workspace/payments/new');
  await scripted(page);
  const account = main.getByRole('combobox', { name: text('payment.for') });
  await expect(account.getByRole('option')).toHaveCount(3);
  await main.getByRole('button', { name: text('payment.make') }).click();
  await expect(account).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await keepPicture(page, 'payment-account');
  await account.selectOption(second.id);
  await main.getByRole('button', { name: text('payment.make') }).click();
  await expect(page.getByRole('region', { name: text('payment.owed') })).toContainText('250.00');
  await page.goto(world.at('tessera', `/workspace/payments/new?account=${first.id}`));
  await expect(page.getByRole('region', { name: text('payment.owed') })).toContainText('0.00');
});

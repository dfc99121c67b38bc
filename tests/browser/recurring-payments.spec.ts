import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, goByNavigation, scripted } from '../support/workspace-walk';

test('issue 20 C1.012 a cardholder sets up a recurring payment, changes, pauses, resumes and stops it', async ({
  page,
  world
}) => {
  test.slow();
  const account = await anAccount(world.database, await aCompany(world.database, await anIssuer(world.database)));
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const closed = new Date();
  closed.setUTCDate(0);
  await world.database.query(
    `INSERT INTO account_statements (issuer_id, id, account_id, closed_on, currency, opening, charges, payments, closing,
       paid_through, closed_at)
     SELECT issuer_id, gen_random_uuid(), id, $2, currency, 0, 420.5, 0, 420.5, 0, now() FROM accounts WHERE id = $1`,
    [account.id, closed.toISOString().slice(0, 10)]
  );
  await world.database.query(
    `INSERT INTO wallet_accounts (issuer_id, id, user_id, place, scheme, country, nickname, holder_name, number_encrypted,
       number_key_id, number_hash, last_four, added_at)
     VALUES ($1, gen_random_uuid(), $2, 1, 'iban', 'SE', 'Everyday', 'Ada Holm', 'x', 'x', sha256('x'), '7466', now())`,
    [account.issuerId, A.id]
  );
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

  await enter(page, world, A.userId);
  await goByNavigation(page, 'payment.title');
  await main.getByRole('link', { name: text('recurring.set.up') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('recurring.set.up'));
  await scripted(page);
  await expect(main).toContainText('Everyday');
  await looked('recurring-new');

  // A fixed amount below the least is told at its field.
  await main.getByRole('radio', { name: text('recurring.pays.fixed') }).check();
  await main.getByRole('textbox', { name: text('payment.amount') }).fill('99.99');
  await main.getByRole('button', { name: text('recurring.set.up') }).click();
  await expect(main.getByRole('textbox', { name: text('payment.amount') })).toHaveAttribute('aria-invalid', 'true');
  await main.getByRole('radio', { name: text('recurring.pays.statement') }).check();
  await main.getByRole('button', { name: text('recurring.set.up') }).press('Enter');
  await expect(main).toContainText(text('recurring.done'));
  await expect(main).toContainText(text('recurring.state.active'));
  await looked('recurring');

  await main.getByRole('radio', { name: text('recurring.pays.fixed') }).check();
  await main.getByRole('textbox', { name: text('payment.amount') }).fill('150');
  await main.getByRole('button', { name: text('form.save') }).click();
  await expect(page.getByRole('region', { name: text('recurring.next') })).toContainText('150.00');
  await main.getByRole('button', { name: text('recurring.pause') }).click();
  await expect(main).toContainText(text('recurring.state.paused'));
  await main.getByRole('button', { name: text('recurring.resume') }).click();
  await expect(main).toContainText(text('recurring.state.active'));

  await goByNavigation(page, 'payment.title');
  await expect(page.getByRole('region', { name: text('recurring.title') })).toContainText(
    text('recurring.state.active')
  );
  await looked('payments-recurring');
  await page
    .getByRole('region', { name: text('recurring.title') })
    .getByRole('table')
    .getByRole('link')
    .click();
  await scripted(page);
  await main.getByRole('button', { name: text('recurring.stop') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('recurring.stop') })
    .click();
  await expect(main).toContainText(text('recurring.state.stopped'));
});

import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { withSetting } from '../support/settings';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, goByNavigation, scripted } from '../support/workspace-walk';

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

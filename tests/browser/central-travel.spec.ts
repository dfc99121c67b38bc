import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, listedRows, notice, scripted, tabTo } from '../support/workspace-walk';

const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

const FILE = [
  'PNR,Ticket number,Traveler,Route,From,To,Booked on,Carrier,Amount,Currency',
  'X7KQ2P,117-2345678901,HOLM/SOFIA MS,ARN-OSL-ARN,2026-03-20,2026-03-22,2026-03-14,SAS,1234.50,NOK',
  'Y8LR3Q,,BERG/NILS MR,ARN-CPH,2026-03-25,2026-03-25,2026-03-15,SAS,900,NOK'
];

test('C3.037 C3.037D an administrator makes a template, uploads bookings, and chooses the charge that no rule found', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  const administrator = await aUserAt(world.database, 'C', company);
  const named = { firstName: 'Nils', lastName: 'Berg' };
  const namesakes = [
    await aUserAt(world.database, 'A', account, named),
    await aUserAt(world.database, 'A', account, named)
  ];
  const found = await aTransaction(world.database, account, { merchant: 'SAS 117-2345678901', amount: '1234.50' });
  await aTransaction(world.database, account, { merchant: 'SAS Copenhagen', amount: '905.00' });
  await enter(page, world, administrator.userId);

  const { issuerId, id } = company;
  await page.goto(
    world.at('tessera', `/workspace/set-up/central-travel-template/new?issuer=${issuerId}&company=${id}`)
  );
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'central-travel-template');
  await page.locator('[name=name]').fill('Nordic Travel');
  await page.locator('[name=place]').selectOption({ index: 1 });
  await page.locator('[name=tolerance]').fill('3');
  await page.locator('[name=days]').selectOption('ymd');
  await page.locator('[name=mark]').selectOption('point');
  await page.locator('[name=booking]').fill('PNR');
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.created'));

  await page.goto(world.at('tessera', '/workspace/central-travel'));
  await scripted(page);
  await page
    .locator('main')
    .getByRole('link', { name: text('central.travel.upload'), exact: true })
    .click();
  await scripted(page);
  await expectAccessible(page);
  await page.locator('[name=file]').setInputFiles({
    name: 'faulty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(FILE.join('\n').replace('900', 'much'))
  });
  await press(page, text('central.travel.upload.do'));
  await expect(
    page
      .getByRole('region', { name: text('batch.faults.title') })
      .getByRole('row')
      .nth(1)
  ).toContainText('amount');
  await expectAccessible(page);
  await page.goto(world.at('tessera', '/workspace/central-travel/files'));
  await scripted(page);
  await keepPicture(page, 'central-travel-files');
  await page
    .locator('[name=file]')
    .setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE.join('\n')) });
  await press(page, text('central.travel.upload.do'));
  await expect(notice(page)).toContainText('2 bookings, 1 matched');

  await page
    .locator('main')
    .getByRole('link', { name: text('central.travel.file.show') })
    .click();
  await expect(listedRows(page)).toHaveCount(2);
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'central-travel');
  await page.getByRole('link', { name: 'BERG/NILS MR' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BERG/NILS MR');
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'central-travel-booking');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'central-travel-booking-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await scripted(page);
  // Two people have the name: one is chosen by keyboard, taken back, and chosen by a typed name.
  const who = page.getByRole('region', { name: text('central.travel.who') });
  await expect(who).toContainText(text('central.travel.traveller.several'));
  await tabTo(page, who.getByRole('button', { name: `Choose Nils Berg, ${namesakes[1]?.userId}` }));
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(text('central.travel.done.given'));
  await expect(who).toContainText('Nils Berg');
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'central-travel-given');
  await press(page, text('central.travel.take'));
  await expect(notice(page)).toContainText(text('central.travel.done.taken'));
  await scripted(page);
  await who.getByRole('combobox').fill(namesakes[0]?.userId ?? '');
  await who.getByRole('option').first().click();
  await press(page, text('central.travel.give'));
  await expect(notice(page)).toContainText(text('central.travel.done.given'));
  await scripted(page);
  await tabTo(page, page.getByRole('button', { name: /^Choose SAS Copenhagen/ }));
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(text('central.travel.done.matched'));
  await press(page, text('central.travel.undo'));
  await expect(notice(page)).toContainText(text('central.travel.done.undone'));

  await page.goto(world.at('tessera', `/workspace/transactions/${found.id}`));
  await scripted(page);
  const booking = page.getByRole('region', { name: text('central.travel.one'), exact: true });
  await expect(booking).toContainText('HOLM/SOFIA MS');
  await expect(booking).toContainText('ARN-OSL-ARN');
  await expect(booking).toContainText('2345678901');
  await expectAccessible(page);
  await keepPicture(page, 'central-travel-transaction');
});

import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enterAt, scripted } from '../support/workspace-walk';

test('issue 18 C3.035 C2.025 an administrator says how conditions compare, and takes the last fiscal quarter', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  for (const [merchant, amount, state] of [
    ['Harbour Hotel', '120.00', 'open'],
    ['Corner Café', '9.00', 'reviewed'],
    ['Air Line', '60.00', 'approved']
  ] as const)
    await aTransaction(world.database, account, { merchant, amount, state });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enterAt(page, world, C.userId, '/workspace/reports/build?set=transactions&columns=merchantName,billedAmount');
  await scripted(page);
  const preview = page.locator('section[aria-labelledby="preview-heading"]');
  const pop = page.getByRole('dialog');
  await expect(preview.getByRole('row')).toHaveCount(4);
  const addFilter = async (column: 'transaction.state' | 'transaction.merchant') => {
    await page
      .getByRole('button', { name: text('listing.filter'), exact: true })
      .first()
      .click();
    await page.getByRole('menuitem', { name: text(column), exact: true }).click();
  };
  const compare = pop.getByRole('combobox', { name: text('listing.compare') });

  // Several states, by the keyboard alone.
  await addFilter('transaction.state');
  await compare.selectOption({ label: text('listing.is.in') });
  await expectAccessible(page);
  await keepPicture(page, 'report-conditions-choices');
  await pop.getByRole('checkbox', { name: text('transaction.state.open') }).focus();
  await page.keyboard.press('Space');
  await pop.getByRole('checkbox', { name: text('transaction.state.approved') }).check();
  await pop.getByRole('button', { name: text('listing.filter.apply') }).click();
  await expect(preview.getByRole('row')).toHaveCount(3);
  await expect(preview).not.toContainText('Corner Café');
  expect(new URL(page.url()).searchParams.get('state.is')).toBe('in');

  // None of some merchants, one in each line.
  await addFilter('transaction.merchant');
  await compare.selectOption({ label: text('listing.is.without') });
  await pop.getByRole('textbox', { name: text('transaction.merchant') }).fill('line\nnobody');
  await expectAccessible(page);
  await keepPicture(page, 'report-conditions-lines');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'report-conditions-lines-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await pop.getByRole('button', { name: text('listing.filter.apply') }).click();
  await expect(preview.getByRole('row')).toHaveCount(2);
  await expect(page.getByText(`${text('listing.is.without')} line, nobody`)).toBeVisible();

  // The period with the days that it means today, and a number of days.
  const period = page.getByRole('combobox', { name: text('report.period'), exact: true });
  await period.selectOption({ label: text('report.period.some.days') });
  const count = page.getByRole('spinbutton', { name: text('report.period.count') });
  await expect(count).toHaveValue('30');
  await expect(page.getByText('Last 30 days', { exact: false })).toBeVisible();
  await count.fill('366');
  await expect(page).toHaveURL(/period=days\.366/);
  await expectAccessible(page);
  await keepPicture(page, 'report-conditions');
  await page.locator('[name="name"]').fill('Some of it');
  await page.getByRole('button', { name: text('report.save') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Some of it');
  await expect(page.getByRole('main')).toContainText('Last 366 days');
  await expect(page.getByRole('main')).toContainText(`${text('listing.is.without')} line, nobody`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'report-conditions-saved-375');
  await page.setViewportSize({ width: 1440, height: 900 });

  // A run of the last fiscal quarter.
  const quarter = new RegExp(`^${text('listing.range.fiscal.quarter.last')} · `);
  const label = (await page.getByLabel(text('report.period')).getByRole('option').allTextContents()).find((one) =>
    quarter.test(one)
  );
  await page.getByLabel(text('report.period')).selectOption({ label: label as string });
  await page.getByRole('button', { name: text('report.run') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Some of it');
  await expect(page.getByRole('main').getByRole('link', { name: text('report.download'), exact: true })).toBeVisible({
    timeout: 30_000
  });
});

test('issue 18 C3.083 a schedule runs two business days after the fiscal year, and its next dates say so', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  await world.database.query('UPDATE companies SET fiscal_start = 4 WHERE id = $1', [company.id]);
  await anAccount(world.database, company);
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enterAt(page, world, C.userId, '/workspace/reports/schedules/new?report=transactions-detail');
  await scripted(page);
  await page.getByLabel(text('report.schedule.frequency')).selectOption({ label: text('report.frequency.fiscal_end') });
  await page.getByLabel(text('report.schedule.fiscal')).selectOption({ label: text('report.fiscal.year') });
  await page.getByLabel(text('report.schedule.after')).selectOption('2');
  const dates = page.getByRole('region', { name: text('report.schedule.next') }).getByRole('listitem');
  await expect(dates).toHaveCount(5);
  await expect(dates.first()).toContainText('April');
  await page.getByLabel(text('report.period'), { exact: true }).selectOption('days.n');
  await page.getByRole('button', { name: text('report.schedule.save') }).click();
  await expect(page.getByLabel(text('report.period.count'))).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(text('report.period.count')).fill('90');
  await expectAccessible(page);
  await keepPicture(page, 'report-schedule-fiscal');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: text('report.schedule.save') }).click();
  await expect(page.getByText(text('report.schedule.done.saved'))).toBeVisible();
  await expect(page.getByLabel(text('report.period.count'))).toHaveValue('90');
});

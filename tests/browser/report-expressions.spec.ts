import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enterAt, scripted } from '../support/workspace-walk';

test('C3.035 an administrator builds a report with groups of conditions and a calculated column', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  for (const [merchant, amount] of [
    ['Harbour Hotel', '120.00'],
    ['Corner Café', '9.00'],
    ['Air Line', '60.00']
  ] as const)
    await aTransaction(world.database, account, { merchant, amount });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enterAt(page, world, C.userId, '/workspace/reports/build?set=transactions&columns=merchantName,billedAmount');
  await scripted(page);
  const preview = page.locator('section[aria-labelledby="preview-heading"]');
  await expect(preview.getByRole('row')).toHaveCount(4);

  // Two groups, of which one must hold.
  for (const [number, merchant] of [
    [1, 'Harbour'],
    [2, 'Corner']
  ] as const) {
    const group = page.getByRole('group', { name: `Group ${number}`, exact: true });
    await group.getByRole('button', { name: text('listing.filter'), exact: true }).click();
    await page.getByRole('menuitem', { name: text('transaction.merchant'), exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(merchant);
    await page.keyboard.press('Enter');
    await expect(preview.getByRole('row')).toHaveCount(number + 1);
  }
  await expect(preview).not.toContainText('Air Line');

  // A fault shows at its field; what is right shows in the preview.
  const columns = page.getByRole('group', { name: text('report.calculated.many') });
  const [heading, expression] = [
    columns.getByRole('textbox', { name: text('report.calculated.heading') }),
    columns.getByRole('textbox', { name: text('report.calculated.expression') })
  ];
  await heading.first().fill('Quarter');
  await expression.first().fill('[Nothing] / 4');
  await page.keyboard.press('Enter');
  await expect(columns.getByRole('alert')).toHaveText(text('report.expression.column', { text: 'Nothing' }));
  await expectAccessible(page);
  await expression.first().fill(`[${text('transaction.billed.amount')}] ÷ 4`);
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('columnheader', { name: 'Quarter' })).toBeVisible();
  await expect(preview.getByRole('row', { name: /Harbour Hotel/ })).toContainText('30');
  await expect(preview.getByRole('row', { name: /Corner Café/ })).toContainText('2.25');
  await expectAccessible(page);
  await keepPicture(page, 'report-expressions');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'report-expressions-375');
  await page.setViewportSize({ width: 1440, height: 900 });

  // It is saved, and a copy has the same.
  await page.locator('[name="name"]').fill('Two merchants');
  await page.getByRole('button', { name: text('report.save') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two merchants');
  await expect(preview.getByRole('row')).toHaveCount(3);
  await expect(preview.getByRole('columnheader', { name: 'Quarter' })).toBeVisible();
});

test('C1.029 C3.035 C9.018 an administrator pivots a report, adds a share of its total and orders its columns', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  for (const [merchant, category, amount] of [
    ['Harbour Hotel', '7011', '120.00'],
    ['Harbour Hotel', '5812', '30.00'],
    ['Corner Café', '5812', '50.00']
  ] as const)
    await aTransaction(world.database, account, { merchant, category, amount });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  const path = '/workspace/reports/build?set=transactions&columns=merchantName,billedAmount,postingDate';
  await enterAt(page, world, C.userId, path);
  await scripted(page);
  const preview = page.locator('section[aria-labelledby="preview-heading"]');
  const headings = preview.getByRole('columnheader');
  const amount = text('transaction.billed.amount');

  // A column moves by its buttons, which keep the focus, and by dragging.
  const order = page.getByRole('group', { name: text('report.order') });
  const forward = (column: string) =>
    order.getByRole('button', { name: text('report.order.earlier', { column }), exact: true });
  await forward(amount).focus();
  await page.keyboard.press('Enter');
  await expect(headings.first()).toHaveText(amount);
  await expect(forward(amount)).toBeFocused();
  const item = (column: string) => order.getByRole('listitem').filter({ hasText: column });
  await item(text('transaction.posting.date')).dragTo(item(amount));
  await expect(headings.first()).toHaveText(text('transaction.posting.date'));
  await expectAccessible(page);

  // The values of a column become columns, with totals.
  await page
    .getByRole('combobox', { name: text('report.group'), exact: true })
    .selectOption({ label: text('transaction.merchant') });
  await page
    .getByRole('combobox', { name: text('report.pivot') })
    .selectOption({ label: text('transaction.merchant.category') });
  await expect(preview.getByRole('columnheader', { name: '7011' })).toBeVisible();
  await expect(preview.getByRole('row', { name: /Corner Café/ })).toContainText('50.00');
  const columns = page.getByRole('group', { name: text('report.calculated.many') });
  await columns
    .getByRole('textbox', { name: text('report.calculated.heading') })
    .first()
    .fill('Share');
  await columns
    .getByRole('textbox', { name: text('report.calculated.expression') })
    .first()
    .fill(`[${amount}] + 1`);
  await columns
    .getByLabel(text('report.share.as'))
    .first()
    .selectOption({ label: text('report.share.report') });
  await columns
    .getByRole('button', { name: text('report.calculated.apply') })
    .first()
    .click();
  await expect(columns.getByRole('alert')).toHaveText(text('report.share.additive'));
  await columns
    .getByRole('textbox', { name: text('report.calculated.expression') })
    .first()
    .fill(`[${amount}]`);
  await columns
    .getByRole('button', { name: text('report.calculated.apply') })
    .first()
    .click();
  await expect(preview.getByRole('row', { name: /Corner Café/ })).toContainText('25');
  await expect(preview.getByRole('row').last()).toContainText('100');
  await expectAccessible(page);
  await keepPicture(page, 'report-pivot');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expect(preview.getByRole('cell', { name: 'Harbour Hotel' })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'report-pivot-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('[name="name"]').fill('Where and what');
  await page.getByRole('button', { name: text('report.save') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where and what');
  await expect(preview.getByRole('columnheader', { name: '7011' })).toBeVisible();
});

test('C2.083 C3.083 a schedule leaves a holiday out, and its next dates say so', async ({ page, world }) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer);
  await anAccount(world.database, company);
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enterAt(page, world, C.userId, '/workspace/reports/schedules/new?report=transactions-detail');
  await scripted(page);
  const dates = page.getByRole('region', { name: text('report.schedule.next') }).getByRole('listitem');
  await expect(dates).toHaveCount(5);
  const [first, second] = await dates.allTextContents();
  // The first Monday becomes a holiday.
  const monday = new Date(String(first).replace(/^\w+, (\w+ \d+, \d+).*$/, '$1 12:00 UTC')).toISOString().slice(0, 10);
  await world.database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, gen_random_uuid(), 'holiday', $2, 'Closed', jsonb_build_object('date', $3::text))`,
    [issuer.id, company.id, monday]
  );
  await page.reload();
  await scripted(page);
  const field = page.getByLabel(text('report.schedule.adjustment'));
  await expect(dates.first()).toHaveText(String(first));
  await field.selectOption({ label: text('report.adjustment.skip') });
  await expect(dates.first()).toHaveText(String(second));
  await field.selectOption({ label: text('report.adjustment.after') });
  await expect(dates.first()).toContainText('Tuesday');
  await page
    .getByLabel(text('report.schedule.frequency'))
    .selectOption({ label: text('report.frequency.nth_business_day') });
  await expect(field).toBeHidden();
  await expect(dates).toHaveCount(5);
  await expectAccessible(page);
  await keepPicture(page, 'report-holidays');
  await page.getByRole('button', { name: text('report.schedule.save') }).click();
  await expect(page.getByRole('status').filter({ hasText: text('report.schedule.done.saved') })).toBeVisible();
});

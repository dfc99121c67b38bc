import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { chooseAction, enterAt, scripted } from '../support/workspace-walk';

test('C2.055 C2.083 C3.034 C3.083 an administrator schedules a report for herself, a colleague and a department, sees its next dates, pauses and deletes it', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  await anAccount(world.database, company);
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await aUserAt(world.database, 'C', company, { firstName: 'Dorte', lastName: 'Lund' });
  const department = await anOrgPoint(world.database, company, { name: 'Harbour Office' });
  await aUserAt(world.database, 'O', department, { firstName: 'Olav', lastName: 'Strand' });
  await enterAt(page, world, C.userId, '/workspace/reports/transactions-detail');
  await page.getByRole('link', { name: text('report.schedule'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('report.schedule.new'));
  await scripted(page);
  const dates = page.getByRole('region', { name: text('report.schedule.next') }).getByRole('listitem');
  await expect(dates).toHaveCount(5);
  for (const date of await dates.allTextContents()) expect(date).toContain('Monday');

  // The dates follow what is typed; what is missing shows at its field.
  await page.getByRole('checkbox', { name: 'Monday' }).uncheck();
  await expect(page.getByText(text('report.schedule.next.none'))).toBeVisible();
  await page.getByRole('button', { name: text('report.schedule.save') }).click();
  await expect(page.getByRole('alert', { name: text('required.fields.missing') })).toBeVisible();
  const frequency = page.getByLabel(text('report.schedule.frequency'));
  await frequency.selectOption({ label: text('report.frequency.after_bookings') });
  await expect(page.getByText(text('report.schedule.next.bookings'))).toBeVisible();
  await keepPicture(page, 'report-schedule-after-bookings');
  await frequency.selectOption({ label: text('report.frequency.monthly') });
  await page.getByLabel(text('report.schedule.day')).selectOption('31');
  await page.locator('[name="time"]').fill('06:30');
  await expect(dates).toHaveCount(5);
  await expect(dates.first()).toContainText('6:30 AM');
  await page.getByRole('combobox', { name: text('report.schedule.recipients') }).pressSequentially('Dor');
  await page.getByRole('option', { name: /Dorte Lund/ }).click();
  await page.getByRole('combobox', { name: text('report.schedule.place') }).pressSequentially('Harb');
  await page.getByRole('option', { name: /Harbour Office/ }).click();
  await page.getByRole('checkbox', { name: text('role.O') }).check();
  await expectAccessible(page);
  await keepPicture(page, 'report-schedule');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'report-schedule-375');
  await page.getByRole('button', { name: text('report.schedule.save') }).click();
  await expect(page.getByRole('status').filter({ hasText: text('report.schedule.done.saved') })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  // What was due runs by the worker, late, and reaches both.
  await world.database.query("UPDATE report_schedules SET next_at = now() - interval '1 hour'");
  await expect(async () => {
    await page.reload();
    for (const recipient of ['Dorte Lund', 'Olav Strand'])
      await expect(page.getByRole('region', { name: text('report.schedule.history') }).first()).toContainText(
        recipient,
        { timeout: 1_000 }
      );
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('combobox', { name: text('report.schedule.place') })).toHaveValue('Harbour Office');
  await expect(page.getByRole('region', { name: text('report.schedule.history') }).first()).toContainText(
    text('report.schedule.late')
  );
  await expectAccessible(page);
  await keepPicture(page, 'report-schedule-history');

  await scripted(page);
  await page.getByRole('button', { name: text('report.schedule.pause') }).click();
  await expect(page.getByText(text('report.schedule.state.paused'), { exact: true })).toBeVisible();
  await scripted(page);
  await page.getByRole('button', { name: text('report.schedule.resume') }).click();
  await expect(page.getByText(text('report.schedule.state.active'), { exact: true })).toBeVisible();

  // It is listed, on the home page too.
  await page.goto(world.at('tessera', '/workspace'));
  await expect(page.getByRole('region', { name: text('report.schedules') }).getByRole('link')).toHaveCount(1);
  await page.goto(world.at('tessera', '/workspace/reports/schedules'));
  const row = page.getByRole('row', { name: new RegExp(text('report.standard.transactions-detail')) });
  await expect(row).toContainText('6:30 AM');
  await expectAccessible(page);
  await keepPicture(page, 'report-schedules');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'report-schedules-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: text('report.standard.transactions-detail') }).click();
  await chooseAction(page, text('report.delete'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('report.delete') })
    .click();
  await expect(page.getByText(text('report.schedules.none'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'report-schedule-deleted');

  // For ten seconds the toast takes it back.
  await page.getByRole('button', { name: text('undo'), exact: true }).click();
  await expect(
    page.getByRole('status').filter({ hasText: text('audit.action.report_schedule.restored') })
  ).toBeVisible();
  await expect(page.getByText(text('report.schedule.state.active'), { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: text('report.schedule.history') }).first()).toContainText('Dorte Lund');
});

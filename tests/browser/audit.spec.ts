import { readFileSync } from 'node:fs';
import { tamperWithAudit } from '../support/audit';
import { expect, expectAccessible, expectFits, test, type World } from '../support/browser';
import { aCompany, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { chooseFilter, enter, enterAt, exportList, listedRows, typeFilter } from '../support/workspace-walk';

/** Entries about a company: its name was changed, time and again. */
async function withEntries({ database }: World, company: StructureNode, actorId: string, count = 3): Promise<void> {
  for (let n = 1; n <= count; n++)
    await database.query(
      `INSERT INTO audit_entries (issuer_id, occurred_at, actor_user_id, action, entity, entity_id, node_id, details, request_id, address)
       VALUES ($1, now() - $2 * interval '1 hour', $3, 'structure.changed', 'company', $4::text, $4::uuid, $5, 'request-1', '192.0.2.7')`,
      [
        company.issuerId,
        count - n,
        actorId,
        company.id,
        JSON.stringify({ 'before.name_1': `Harbour ${n}`, 'after.name_1': `Harbour ${n + 1}`, reason: 'as asked' })
      ]
    );
}

async function aWorld(world: World) {
  const issuer = await anIssuer(world.database);
  const [company, other] = [await aCompany(world.database, issuer), await aCompany(world.database, issuer)];
  const administrator = await aUserAt(world.database, 'I', issuer);
  const ofCompany = await aUserAt(world.database, 'C', company);
  await withEntries(world, company, administrator.id);
  await withEntries(world, other, administrator.id, 1);
  return { issuer, company, other, administrator, ofCompany };
}

test('an issuer administrator reads each change with its author, before and after, exports it and has the chain verified', async ({
  page,
  world
}) => {
  const { company, administrator } = await aWorld(world);
  await enter(page, world, administrator.userId);
  await page
    .getByRole('link', { name: text('audit.title'), exact: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('audit.title'));
  const rows = listedRows(page);
  await expect(rows).toHaveCount(5);
  await expectAccessible(page);

  await chooseFilter(page, text('audit.action'), text('audit.action.structure.changed'));
  await typeFilter(page, text('audit.actor.user.id'), administrator.userId.toUpperCase());
  await expect(rows).toHaveCount(4);
  const download = page.waitForEvent('download');
  await exportList(page);
  const file = await (await download).path();
  const csv = readFileSync(file, 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(5);
  expect(csv).toContain('name_1: Harbour 3 → Harbour 4; reason: as asked');

  // The file is compared with the audit, once as it is and once with a changed cell.
  await page.getByRole('link', { name: text('audit.check') }).click();
  const check = async (content: string) => {
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'audit.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.getByRole('button', { name: text('audit.check') }).click();
  };
  await check(csv);
  await expect(page.getByRole('status').filter({ hasText: 'audit.csv' })).toBeVisible();
  await expectAccessible(page);
  await check(csv.replace('Harbour 3', 'Harbour 33'));
  await expect(page.getByRole('alert').filter({ hasText: 'audit.csv' })).toBeVisible();
  await expect(page.locator('.table tbody tr')).toHaveCount(1);
  await expect(page.locator('.table')).toContainText(text('audit.details'));
  await expectAccessible(page);
  await expectFits(page);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await rows.filter({ hasText: company.name }).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('audit.action.structure.changed'));
  await expect(page.locator('.table')).toContainText('Harbour 3');
  await expect(page.locator('.table')).toContainText('Harbour 4');
  await expect(page.locator('main')).toContainText(`Robin Example (${administrator.userId})`);
  await expect(page.locator('main')).toContainText('192.0.2.7');
  await expectAccessible(page);
  await page.getByRole('link', { name: text('audit.record.entries') }).click();
  await expect(rows).toHaveCount(3);

  await page.goto(world.at('tessera', '/workspace/audit'));
  await page.getByRole('button', { name: text('audit.chain.verify') }).click();
  await expect(page.locator('#chain .message-success')).toContainText('Robin Example', { timeout: 20_000 });
  await tamperWithAudit(
    world.database,
    "UPDATE audit_entries SET details = '{}'::jsonb WHERE issuer_id = $1 AND sequence = 2",
    [company.issuerId]
  );
  await page.getByRole('button', { name: text('audit.chain.verify') }).click();
  await expect(page.locator('#chain .message-problem')).toContainText('2', { timeout: 20_000 });
  await expectAccessible(page);
});

test('a company administrator sees what belongs to the company, and no chain', async ({ page, world }) => {
  const { company, other, ofCompany, issuer } = await aWorld(world);
  await enterAt(page, world, ofCompany.userId, '/workspace/audit');
  await expect(page.locator('main')).toContainText(company.name);
  await expect(page.locator('main')).not.toContainText(other.name);
  await expect(page.locator('#chain')).toHaveCount(0);
  const [hidden] = await world.database.query<{ sequence: string }>(
    'SELECT sequence FROM audit_entries WHERE issuer_id = $1 AND entity_id = $2',
    [issuer.id, other.id]
  );
  for (const path of [`/${hidden?.sequence}`, '/999999', '/x', `?issuer=${other.id}`])
    expect((await page.goto(world.at('tessera', `/workspace/audit${path}`)))?.status()).toBe(404);
});

test('a system administrator chooses the issuer', async ({ page, world }) => {
  const { issuer, company } = await aWorld(world);
  const administrator = await aUserAt(world.database, 'Z', null);
  await enterAt(page, world, administrator.userId, '/workspace/audit');
  await page.locator('#audit-issuer').selectOption(issuer.id);
  await page.getByRole('button', { name: text('audit.issuer.choose') }).click();
  await expect(page.locator('main')).toContainText(company.name);
  await chooseFilter(page, text('audit.action'), text('audit.action.structure.changed'));
  await expect(page.locator('#audit-issuer')).toHaveValue(issuer.id);
  await expect(listedRows(page)).toHaveCount(4);
});

test('C5.022 C9.012 C9.013 a period that is too long is refused where it was asked for', async ({ page, world }) => {
  const { administrator, company } = await aWorld(world);
  await enterAt(page, world, administrator.userId, '/workspace/audit?at.from=2026-01-01&at.to=2026-03-01');
  await expect(page.locator('.message-problem')).toContainText('30');
  await page.goto(
    world.at('tessera', `/workspace/audit?at.from=2026-01-01&at.to=2026-08-01&entity=company&recordId=${company.id}`)
  );
  await expect(page.locator('.message-problem')).toContainText('180');
});

test('works by keyboard, on a narrow screen', async ({ page, world }) => {
  const { administrator } = await aWorld(world);
  await page.setViewportSize({ width: 375, height: 740 });
  await enterAt(page, world, administrator.userId, '/workspace/audit', 'norrvik');
  await expectFits(page);
  await expectAccessible(page);
  // Below its time a row says who did what.
  const row = listedRows(page).first();
  await expect(row.locator('td:visible')).toHaveCount(3);
  await expect(row.getByText(text('event.sign.in.succeeded'))).toBeVisible();
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(76);
  const first = row.getByRole('link');
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.trail')).toContainText(text('audit.title'));
  await expectFits(page);
  await expectAccessible(page);
  await page
    .locator('.trail')
    .getByRole('link', { name: text('audit.title') })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: text('audit.chain.verify') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#chain .message-success')).toBeVisible({ timeout: 20_000 });
});

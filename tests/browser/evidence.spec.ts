import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { readPdf } from '../support/pdf';
import { aPhoto } from '../support/receipt-pictures';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, scripted } from '../support/workspace-walk';

test('issue 17 point 7 an owner and an approver download the PDF and the evidence of a report from its page', async ({
  page,
  world
}) => {
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  await anExpensePolicy(db, company);
  const [A, O] = [
    await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' }),
    await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' })
  ];
  const [id, line] = [randomUUID(), randomUUID()];
  await db.query(
    `INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
       currency, created_at)
     VALUES ($1, $2, $3, $4, $5, 'Bergen', 'Fair', '2026-03-01', '2026-03-31', 'EUR', now())`,
    [company.issuerId, id, company.id, account.id, A.id]
  );
  await db.query(
    `INSERT INTO expense_report_lines (issuer_id, id, report_id, spent_on, merchant, expense_type_id, expense_type,
       description, amount, added_at)
     VALUES ($1, $2, $3, '2026-03-10', 'Oslo Taxi', gen_random_uuid(), 'Taxi', 'To the fair', 70, now())`,
    [company.issuerId, line, id]
  );
  const main = page.getByRole('main');
  const photo = await aPhoto(['Oslo Taxi', 'Total 70.00']);
  const download = async (link: Locator) => {
    const event = page.waitForEvent('download', { timeout: 30_000 });
    await link.click({ timeout: 15_000 });
    const file = await event;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };

  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAt(page, world, A.userId, `/workspace/expense-reports/${id}/own-money/${line}`);
  await scripted(page);
  await page
    .getByRole('region', { name: text('attachment.title') })
    .getByLabel(text('attachment.file'), { exact: true })
    .setInputFiles({ name: 'taxi.jpg', mimeType: 'image/jpeg', buffer: photo });
  await main.getByRole('button', { name: text('attachment.add'), exact: true }).click();
  await expect(main).toContainText(text('attachment.added', { name: 'taxi.jpg' }));
  await page.goto(world.at('tessera', `/workspace/expense-reports/${id}`));
  await scripted(page);
  await keepPicture(page, 'evidence-page');
  const own = await download(main.getByRole('link', { name: text('evidence.pdf'), exact: true }));
  expect(own.name).toBe('Bergen.pdf');
  expect((await readPdf(own.bytes)).pages[0]?.text).toContain('Oslo Taxi');
  await db.query(`UPDATE expense_reports SET state = 'submitted', submitted_at = now() WHERE id = $1`, [id]);

  await enterAt(page, world, O.userId, `/workspace/expense-reports/${id}`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await scripted(page);
  // By the keyboard alone.
  await main
    .locator('.actions-narrow')
    .getByRole('button', { name: text('actions.more') })
    .focus();
  await page.keyboard.press('Enter');
  const evidence = page.getByRole('menuitem', { name: text('evidence.bundle'), exact: true });
  await expect(evidence).toBeVisible();
  await keepPicture(page, 'evidence-menu');
  const bundle = await download(evidence);
  expect(bundle.name).toBe('Bergen.zip');
  const entries = await new ZipReader(new Uint8ArrayReader(bundle.bytes)).getEntries();
  expect(entries.map(({ filename }) => filename)).toEqual([
    ...['report.pdf', 'receipts/001-01-taxi.jpg', 'audit.json', 'verify.mjs', 'manifest.json']
  ]);
  const contentOf = async (at: number) => {
    const entry = entries[at];
    if (!entry || entry.directory) throw new Error('no such file');
    return Buffer.from(await entry.getData(new Uint8ArrayWriter()));
  };
  expect(await contentOf(1)).toEqual(photo);
  const manifest = await contentOf(4);
  const [act] = await db.query<{ manifest: string }>(
    `SELECT details->>'manifest' AS manifest FROM audit_entries
     WHERE action = 'expense_report.bundle_downloaded' AND entity_id = $1`,
    [id]
  );
  expect(act?.manifest).toBe(createHash('sha256').update(manifest).digest('hex'));
});

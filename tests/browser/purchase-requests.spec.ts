import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { bundleTexts } from '@/lib/core/language/texts';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { inGroupOfAll } from '../support/buyers';
import { aCard } from '../support/registration';
import { aScheme } from '../support/schemes';
import { aCompany, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, goByNavigation, notice, reviewHere, scripted } from '../support/workspace-walk';

const field = (name: string) => text(`setup.entity.purchase.template.field.${name}`);
const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

/** The form of a new record of a company's set-up list. */
async function openNew(page: Page, world: World, entity: string, { issuerId, id }: StructureNode): Promise<void> {
  await page.goto(world.at('tessera', `/workspace/set-up/${entity}/new?issuer=${issuerId}&company=${id}`));
  await scripted(page);
}

/** An administrator makes a type, a supplier and a template, and reads what its cards may do. */
async function makeTemplate(page: Page, world: World, company: StructureNode): Promise<void> {
  await openNew(page, world, 'purchase-type', company);
  await page.locator('[name=name]').fill('Travel');
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.created'));
  await openNew(page, world, 'supplier', company);
  await page.locator('[name=name]').fill('Nordlys Hotell');
  await page.locator('[name=merchantId]').fill('NORDLYSHOTELL01');
  await page.locator('[name=emails]').fill('booking@nordlys.example');
  await page.locator('[name=language]').selectOption('ja');
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.created'));
  await openNew(page, world, 'purchase-template', company);
  await page.locator('[name=name]').fill('A stay');
  await page.locator('[name=type]').selectOption({ label: 'Travel' });
  await page.locator('[name=currency]').selectOption('NOK');
  // One of the two velocities is required (C5.071).
  await page.locator('[name=validityLevels][value=expiry]').check();
  await press(page, text('setup.save'));
  await expect(page.locator('main').getByRole('alert').first()).toContainText(text('purchase.velocity.required'));
  await page.locator('[name=velocity]').selectOption('monthly');
  await page.locator('[name=velocityAmount]').fill('2000');
  await page.locator('[name=merchantName]').selectOption('starts');
  await page.locator('[name=merchantNames]').fill('NORDLYS HOTELL');
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.created'));
  await page.locator('main').getByRole('link', { name: 'A stay' }).first().click();
  await expect(page.getByRole('region', { name: text('purchase.says.title') })).toContainText('NORDLYS HOTELL');
  await keepPicture(page, 'purchase-template');
}

/** What is bought of the type has the cost center Sales. */
async function codedByType({ database }: World, company: StructureNode): Promise<void> {
  const { id: scheme, center } = await aScheme(database, company);
  await database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data, position)
     SELECT v.issuer_id, gen_random_uuid(), 'default-value', v.owner_id, $2, 'Travel', jsonb_build_object(
       'accountingCode', v.parent_id, 'value', v.id, 'basis', 'purchase_type', 'purchaseType', p.id), 1
     FROM setup_records v JOIN setup_records p ON (p.issuer_id, p.owner_id, p.entity) = (v.issuer_id, v.owner_id, 'purchase-type')
     WHERE v.issuer_id = $1 AND v.parent_id = $3 AND v.code = 'S100'`,
    [company.issuerId, scheme, center]
  );
}

/** A buyer asks for two nights, and submits the request. Returns its address. */
async function request(page: Page): Promise<string> {
  await goByNavigation(page, 'purchase.title');
  await page
    .locator('main')
    .getByRole('link', { name: text('purchase.new') })
    .click();
  await page.locator('main').getByRole('link', { name: 'A stay' }).click();
  await expect(page.getByRole('region', { name: text('purchase.says.title') })).toContainText('NORDLYS HOTELL');
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'purchase-request-new');
  await page.locator('[name=supplierId]').selectOption({ label: 'Nordlys Hotell' });
  await page.locator('[name="line.1.description"]').fill('Two nights');
  await page.locator('[name="line.1.quantity"]').fill('2');
  await page.locator('[name="line.1.unitCost"]').fill('500');
  await page.locator('[name=purchaseLimit]').fill('900');
  await page.locator('[name=invoices]').fill('INV-1001; 2026-11-30; 1000.00; PO-7');
  await press(page, text('purchase.save'));
  await expect(page.locator('main').getByRole('alert').first()).toContainText(/1,?000\.00/);
  await page.locator('[name=purchaseLimit]').fill('1150');
  await press(page, text('purchase.save'));
  await expect(notice(page)).toContainText(text('purchase.done.saved'));
  const address = page.url().replace(/\?.*/, '');
  await scripted(page);
  await press(page, text('purchase.submit'));
  await expect(notice(page)).toContainText(text('purchase.done.submitted'));
  return address;
}

/** Tries a purchase on the card of the page. */
async function tryPurchase(page: Page, amount: string, merchant: string): Promise<void> {
  await scripted(page);
  await page.locator('#try-amount').fill(amount);
  await page.locator('#try-merchant').fill(merchant);
  await press(page, text('purchase.try'));
  await page.waitForURL(
    ({ searchParams: tried }) => Number(tried.get('amount')) === Number(amount) && tried.get('merchant') === merchant
  );
}

test('C1.005 C1.006 C2.020 C3.017 C3.020 C5.146 C3.033 C3.059 C5.150 an administrator makes a template, a buyer requests, an approver approves, the card says yes and no, and is closed by its digits', async ({
  page,
  browser,
  world
}) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer);
  const { account } = await aCard(world.database, company);
  await world.database.query("UPDATE accounts SET currency = 'NOK' WHERE id = $1", [account.id]);
  const ofIssuer = await aUserAt(world.database, 'I', issuer);
  const [buyer, administrator, accountant] = [
    await aUserAt(world.database, 'A', account),
    await aUserAt(world.database, 'C', company),
    await aUserAt(world.database, 'C', company)
  ];
  await enter(page, world, administrator.userId);
  await makeTemplate(page, world, company);
  await codedByType(world, company);
  await inGroupOfAll(world.database, company, buyer);

  await enter(page, world, buyer.userId);
  const address = await request(page);

  // Its approver decides on a phone.
  await enter(page, world, administrator.userId);
  await expect(page.getByRole('main')).toContainText(text('home.do.purchases'));
  await page.goto(address);
  await keepPicture(page, 'purchase-request-pending');
  await page.setViewportSize({ width: 375, height: 812 });
  await scripted(page);
  await expectAccessible(page);
  await expectFits(page);
  await keepPicture(page, 'purchase-request-pending-narrow');
  await press(page, text('transaction.event.approve'));
  await expect(notice(page)).toContainText(text('purchase.done.approved'));
  await page.setViewportSize({ width: 1440, height: 900 });

  await enterAt(page, world, buyer.userId, address);
  await expect(page.getByText(/^•••• \d{4}$/)).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/\d{13}/);
  await tryPurchase(page, '1150', 'NORDLYS HOTELL OSLO');
  await expect(page.locator('#tried').getByRole('status')).toContainText(text('purchase.yes'));
  await tryPurchase(page, '80', 'NORDLYS HOTELL');
  await expect(page.locator('#tried').getByRole('status')).toContainText(text('purchase.yes'));
  // Three more are declined, each for its own reason.
  await tryPurchase(page, '100', 'HOTEL NORD');
  await expect(page.locator('#tried').getByRole('alert').first()).toContainText('HOTEL NORD asked.');
  await tryPurchase(page, '1150.01', 'NORDLYS HOTELL');
  await expect(page.locator('#tried').getByRole('alert').first()).toContainText('1,150.01');
  await tryPurchase(page, '1150.01', 'HOTEL NORD');
  const no = page.locator('#tried').getByRole('alert').first();
  await expect(no).toContainText(
    `${field('merchantName')}: Declined: the card is for NORDLYS HOTELL; HOTEL NORD asked.`
  );
  await expect(no).toContainText(`${field('velocity')}: Declined`);
  await expectAccessible(page);
  await keepPicture(page, 'purchase-request-tried');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'purchase-request-narrow');
  await page.goto(world.at('tessera', '/workspace/purchase-requests'));
  await expectFits(page);
  await expectAccessible(page);
  await page.goto(world.at('tessera', '/workspace'));
  await expectFits(page);
  await keepPicture(page, 'home-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await showToSupplier(page, browser, world, address);
  await bookPurchase(page, world, { buyer, ofIssuer }, address);
  await exportPurchase(page, world, { administrator, accountant });
  await enter(page, world, buyer.userId);
  await closeCard(page, address);
});

test('issue 19 C3.033 C4.012 an administrator connects a card processor, and its approver reads what it has done of a card', async ({
  page,
  world
}) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer);
  const { account } = await aCard(world.database, company);
  const ofIssuer = await aUserAt(world.database, 'I', issuer);
  const [buyer, administrator] = [
    await aUserAt(world.database, 'A', account),
    await aUserAt(world.database, 'C', company)
  ];
  const setting = (key: string) => page.locator(`#settings-${key.replaceAll('.', '-')}`);
  const save = () => page.locator('form:has(#settings-card-processor) button[type=submit]').click();
  await enterAt(page, world, ofIssuer.userId, `/workspace/configuration/${issuer.id}`);
  await scripted(page);
  await setting('card.processor').selectOption('stripe');
  await setting('card.processor').selectOption('simulated');
  await expect(setting('stripe.key')).toBeHidden();
  await setting('card.processor').selectOption('stripe');
  await setting('stripe.cardholder').fill('cus_123');
  await setting('stripe.key').fill('rk_test_a1b2c3');
  await setting('stripe.webhook.secret').fill('whsec_4fK2');
  await save();
  await expect(page.locator('#settings-stripe-cardholder-error')).toHaveText(text('setting.stripe.cardholder.invalid'));
  await setting('stripe.cardholder').fill('ich_1A2b3C');
  await setting('stripe.key').fill('rk_test_a1b2c3');
  await setting('stripe.webhook.secret').fill('whsec_4fK2');
  await save();
  await expect(page.getByText(text('configuration.saved'))).toBeVisible();
  await expect(setting('card.processor')).toHaveValue('stripe');
  for (const key of ['stripe.key', 'stripe.webhook.secret']) await expect(setting(key)).toHaveValue('');
  expect(await page.content()).not.toContain('rk_test_a1b2c3');
  await expectAccessible(page);
  await keepPicture(page, 'card-processor-settings');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await enter(page, world, administrator.userId);
  await makeTemplate(page, world, company);
  await inGroupOfAll(world.database, company, buyer);
  await enter(page, world, buyer.userId);
  const address = await request(page);
  await enterAt(page, world, administrator.userId, address);
  await scripted(page);
  await press(page, text('transaction.event.approve'));
  await expect(notice(page)).toHaveText(text('purchase.state.approved'));
  // No test reaches Stripe, so nothing answers.
  const card = page.getByRole('region', { name: text('purchase.card'), exact: true });
  await expect(card).toContainText(text('purchase.card.issuing'));
  await expect(card).toContainText(text('purchase.card.waiting'));
  await expectAccessible(page);
  await keepPicture(page, 'card-being-issued');
  await world.database.query(
    `UPDATE card_commands SET answered_at = now(), refusal = 'Your account has insufficient balance.' WHERE issuer_id = $1`,
    [issuer.id]
  );
  await world.database.query(`UPDATE virtual_cards SET state = 'suspended' WHERE issuer_id = $1`, [issuer.id]);
  await world.database.query(`UPDATE purchase_requests SET state = 'pending' WHERE issuer_id = $1`, [issuer.id]);
  await page.goto(address);
  await expect(card.getByRole('alert')).toContainText(
    text('purchase.card.refusal', { reason: 'Your account has insufficient balance.' })
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'card-refused-narrow');
});

/**
 * The buyer informs the supplier, who opens the page in Japanese and without script, fails once, sees the card, and
 * declines. Neither the number nor the passphrase is in a mail or a log.
 */
async function showToSupplier(page: Page, browser: Browser, world: World, address: string): Promise<void> {
  const said = 'blue whale 1851';
  await page.goto(address);
  await scripted(page);
  await page.locator('[name=passphrase]').fill(said);
  await press(page, text('supplier.link.send'));
  await expect(notice(page)).toContainText(text('purchase.done.informed'));
  const mail = await world.mailbox.next('booking@nordlys.example');
  const mailed = /https?:\/\/\S*supplier-card-component\S*/.exec(mail.text ?? '')?.[0] ?? '';
  const link = new URL(mailed);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });
  const supplier = await context.newPage();
  const refusals: string[] = [];
  const keepRefusal = (status: number, body: string) => {
    if (status >= 400) refusals.push(`${status} ${body}`);
  };
  supplier.on('response', async (response) => keepRefusal(response.status(), await response.text().catch(() => '')));
  const at = (token: string) => {
    const own = new URL(link);
    own.searchParams.set('token', token);
    return world.at('tessera', `${own.pathname}${own.search}`);
  };
  const ja = (key: string) => bundleTexts('ja', 'Messages')[key] ?? key;
  const token = link.searchParams.get('token') ?? '';
  const answer = await supplier.goto(at(token));
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow'
  });
  await expect(supplier.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(supplier.getByRole('heading', { level: 1 })).toHaveText(ja('supplier.page.title'));
  expect(await supplier.locator('script').count()).toBe(0);
  await expectFits(supplier);
  await keepPicture(supplier, 'supplier-card-door');
  // A wrong passphrase and an unknown link are the same.
  const wrong: string[] = [];
  for (const one of [token, 'A'.repeat(43)]) {
    await supplier.goto(at(one));
    await supplier.locator('#passphrase').fill('not the phrase');
    await supplier.getByRole('button', { name: ja('supplier.page.open') }).click();
    await expect(supplier.getByRole('alert')).toHaveText(ja('supplier.page.wrong'));
    wrong.push((await supplier.locator('main').innerHTML()).replaceAll(one, ''));
  }
  expect(wrong[0]).toBe(wrong[1]);
  // The page has no scripts; axe needs a browser that runs its own.
  const reading = await browser.newPage();
  await reading.goto(at(token));
  await expectAccessible(reading);
  await reading.locator('#passphrase').fill(said);
  await reading.keyboard.press('Enter');
  await expect(reading.getByRole('heading', { level: 1 })).toContainText('PR-000001');
  await expectAccessible(reading);
  await reading.close();
  await supplier.goto(at(token));
  await supplier.locator('#passphrase').fill(said);
  await supplier.keyboard.press('Enter');
  await expect(supplier.getByRole('heading', { level: 1 })).toContainText('PR-000001');
  await expect(supplier.locator('main')).toContainText('INV-1001');
  await expect(supplier.locator('main')).not.toContainText(/99\d\d \d{4}/);
  await keepPicture(supplier, 'supplier-card-order');
  await supplier.getByRole('button', { name: ja('supplier.page.show') }).click();
  const shown = supplier.getByRole('status');
  await expect(shown).toContainText(/99\d\d \d{4} \d{4} \d{4}/);
  await expectFits(supplier);
  await keepPicture(supplier, 'supplier-card-shown');
  const number = /99[\d ]{17}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  const digits = number.replaceAll(' ', '');
  expect(digits).toHaveLength(16);
  await supplier.locator('#reason').fill('満室です');
  await supplier.getByRole('button', { name: ja('supplier.page.decline') }).click();
  await expect(shown).toHaveText(ja('supplier.page.declined'));
  // The declined link opens no more, whatever is said.
  await supplier.goto(at(token));
  await supplier.locator('#passphrase').fill(said);
  await supplier.getByRole('button', { name: ja('supplier.page.open') }).click();
  await expect(supplier.getByRole('alert')).toHaveText(ja('supplier.page.wrong'));
  const answers = await wrongAtDoors(page, world, address, { digits, said });
  for (const { status, text: body } of answers) keepRefusal(status, body);
  expect(refusals.map((one) => Number(one.slice(0, 3))).sort()).toEqual(expect.arrayContaining([400, 401, 404, 413]));
  const secrets = [digits, number, said, 'not the phrase', token];
  expect(secrets.filter((secret) => refusals.some((refusal) => refusal.includes(secret)))).toEqual([]);
  await context.close();
  await page.reload();
  const panel = page.getByRole('region', { name: text('supplier.link.title') });
  await expect(panel).toContainText(text('supplier.link.declined'));
  await expect(panel).toContainText('満室です');
  await expectAccessible(page);
  await keepPicture(page, 'purchase-request-supplier');
  await page.goto(world.at('tessera', '/workspace/purchase-requests/suppliers?attention=true'));
  await expect(page.locator('main')).toContainText(text('supplier.link.declined'));
  await expectAccessible(page);
  await keepPicture(page, 'supplier-orders');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'supplier-orders-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  const told = [world.server.output(), ...world.mailbox.received.map((one) => JSON.stringify(one))];
  for (const one of told) for (const secret of [digits, number, said]) expect(one).not.toContain(secret);
  expect(world.server.output()).not.toContain(token);
}

/** What the doors that take secrets answer to somebody who says the wrong things, the secrets among them. */
async function wrongAtDoors(
  page: Page,
  world: World,
  address: string,
  { digits, said }: Record<'digits' | 'said', string>
): Promise<{ status: number; text: string }[]> {
  const [{ issuer_id: issuer } = {}] = await world.database.query<{ issuer_id: string }>(
    'SELECT issuer_id FROM purchase_requests WHERE id = $1',
    [address.slice(-36)]
  );
  const answer = async (secrets: { issuer?: string; digits: string; said: string }) => {
    const body = JSON.stringify({ number: secrets.digits, passphrase: secrets.said });
    const json = { 'content-type': 'application/json' };
    const signed = { ...json, 'stripe-signature': 't=1,v1=00' };
    const form = new FormData();
    form.set('file', new File([`reference,note\n1,${secrets.digits} ${secrets.said}`], `${secrets.digits}.csv`));
    const post = (headers: Record<string, string>, sent: BodyInit) => ({ method: 'POST', headers, body: sent });
    const asked: [string, RequestInit][] = [
      [`/card-processor/stripe/${secrets.issuer}`, post(json, body)],
      [`/card-processor/stripe/${secrets.issuer}`, post(signed, body)],
      [`/card-processor/stripe/${secrets.digits}`, post(signed, body)],
      [`/card-processor/stripe/${secrets.issuer}`, post(signed, body + secrets.digits.padEnd(300_000, '0'))],
      [`/card-processor/simulated/${secrets.issuer}`, post({ ...json, 'webhook-signature': `v1,${body}` }, body)],
      ['/workspace/purchase-requests/batches/file', { method: 'POST', body: form }],
      [`/workspace/purchase-requests/${secrets.issuer}`, {}]
    ];
    const answers = [];
    for (const [path, options] of asked) {
      const response = await fetch(path, options);
      answers.push({ status: response.status, text: await response.text() });
    }
    return answers;
  };
  return page.evaluate(answer, { issuer, digits, said });
}

/** At the desk of the simulated processor a merchant charges what was tried, and books it: it becomes a transaction. */
async function bookPurchase(
  page: Page,
  world: World,
  { buyer, ofIssuer }: Record<'buyer' | 'ofIssuer', { userId: string }>,
  address: string
): Promise<void> {
  await enterAt(page, world, ofIssuer.userId, '/workspace/feeds/mappings/new');
  await page.getByRole('link', { name: 'CSV, our own columns' }).click();
  await expect(page.locator('#form-name')).toHaveValue('CSV, our own columns');
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(notice(page)).toHaveText(text('feed.mapping.saved'));
  await enterAt(page, world, buyer.userId, address);
  await tryPurchase(page, '320', 'NORDLYS HOTELL OSLO');
  await press(page, text('processor.charge'));
  await expect(notice(page)).toContainText(text('purchase.done.charged'));
  const answers = page.getByRole('region', { name: text('authorization.title') });
  await expect(answers).toContainText('NORDLYS HOTELL OSLO');
  await answers.locator('summary').click();
  await expectAccessible(page);
  await keepPicture(page, 'purchase-request-desk');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await scripted(page);
  await press(page, text('processor.settle'));
  await expect(notice(page)).toContainText(text('purchase.done.settled'));
  const link = answers.getByRole('link', { name: text('purchase.transaction') });
  await expect(async () => {
    await page.reload();
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass();
  await link.click();
  await page.waitForURL(/\/workspace\/transactions\/[0-9a-f-]{36}/);
  await expect(page.locator('main')).toContainText('NORDLYS HOTELL OSLO');
  await expect(page.locator('[name=purpose]')).toHaveValue(/PR-000001/);
  await keepPicture(page, 'purchase-request-transaction');
}

/**
 * The buyer reviews what was booked, its approver approves it on a phone, and the accountant's file for the ledger has the
 * number of the request and the code of its type.
 */
async function exportPurchase(
  page: Page,
  world: World,
  { administrator, accountant }: Record<'administrator' | 'accountant', { userId: string }>
): Promise<void> {
  const address = page.url().replace(/\?.*/, '');
  await reviewHere(page);
  await expect(notice(page)).toContainText(text('transaction.done.review'));
  await page.setViewportSize({ width: 375, height: 812 });
  await enterAt(page, world, administrator.userId, address);
  await scripted(page);
  await press(page, text('transaction.event.approve'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('transaction.event.approve') }).click();
  await expect(notice(page)).toContainText(text('transaction.done.approve'));
  await page.setViewportSize({ width: 1440, height: 900 });

  await enter(page, world, accountant.userId);
  await goByNavigation(page, 'ledger.title');
  await page
    .locator('main')
    .getByRole('link', { name: text('ledger.new'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ledger.new'));
  await scripted(page);
  const [{ day } = { day: '' }] = await world.database.query<{ day: string }>(
    'SELECT posting_date::text AS day FROM transactions WHERE id = $1',
    [address.slice(-36)]
  );
  await page.getByLabel(text('ledger.from')).fill(day);
  await page.getByLabel(text('ledger.to')).fill(day);
  await press(page, text('ledger.check'));
  await expect(page.getByRole('row', { name: /NOK 1 NOK 320\.00/ })).toBeVisible();
  await scripted(page);
  const start = 'Export one transaction';
  await press(page, start);
  await dialog.getByRole('button', { name: start }).click();
  await expect(page.locator('.page-detail .tag')).toHaveText(text('ledger.status.exported'), { timeout: 20_000 });
  await keepPicture(page, 'purchase-request-exported');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^ledger-1_.*\.csv$/ }).click()
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  for (const of of ['NORDLYS HOTELL OSLO', 'PR-000001', 'S100']) expect(lines[1]).toContain(of);
}

/** A buyer cancels a request: the card is named by its last four digits, and stays closed. */
async function closeCard(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const digits = (await page.getByText(/^•••• \d{4}$/).textContent())?.slice(-4) ?? '';
  await scripted(page);
  await page
    .locator('.page-head')
    .getByRole('button', { name: text('actions.more') })
    .click();
  await page.getByRole('menuitem', { name: text('purchase.cancel'), exact: true }).click();
  const lastFour = page.getByLabel(text('purchase.card.last.four'));
  await expect(lastFour).toBeVisible();
  await scripted(page);
  await press(page, text('purchase.cancel'));
  await expect(lastFour).toHaveAccessibleDescription(/VCN last four digits is required/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'purchase-request-cancel');
  await lastFour.fill(digits === '0000' ? '0001' : '0000');
  await page.keyboard.press('Enter');
  await expect(lastFour).toHaveAccessibleDescription(new RegExp(text('invalid.entry')));
  await lastFour.fill(digits);
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(text('purchase.done.cancelled'));
  await expect(page.locator('main')).toContainText(text('purchase.card.closed'));
}

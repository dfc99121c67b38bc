import { translator } from '@/lib/core/language/texts';
import { aReceipt } from '../support/attachments';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aDispute, aReason } from '../support/disputes';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

const words = translator('en_US');
const OPTION = 'setup.entity.dispute.reason.field.situation.option';

test('C1.034 C2.031 C4.034 a cardholder files a dispute from a charge, the issuer decides it, and the charge tells the outcome', async ({
  page,
  world
}) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const account = await anAccount(world.database, await aCompany(world.database, issuer));
  await aReason(world.database, issuer.id, { situation: 'not_received', days: 90, contact: true });
  const today = new Date().toISOString().slice(0, 10);
  const options = { postingDate: today, merchant: 'Harbour Hotel', amount: '120.50' };
  const hotel = await aTransaction(world.database, account, options);
  await aTransaction(world.database, account, options);
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const I = await aUserAt(world.database, 'I', issuer, { firstName: 'Ida', lastName: 'Bank' });
  const narrow = async (picture: string) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
    await keepPicture(page, picture);
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  await enterAt(page, world, A.userId, `/workspace/transactions/${hotel.id}`);
  await scripted(page);
  await page.getByRole('link', { name: text('dispute.open'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('dispute.open'));
  await expect(page.getByRole('region', { name: text('dispute.finder') })).toContainText(text('transaction.duplicate'));
  await scripted(page);
  const form = page.getByRole('region', { name: text('dispute.form') });
  await form.getByRole('radio', { name: text('dispute.known.goods') }).check();
  await form.getByRole('radio', { name: text(`${OPTION}.not_received`) }).check();
  await expect(form.getByRole('status').first()).toContainText(`${text('dispute.days.left')}: 90`);

  // The day of the contact is required by the reason, and the fault stands at its field.
  await form.getByLabel(text('dispute.explanation')).fill('The hotel was closed.');
  await form.getByRole('button', { name: text('dispute.save') }).click();
  await expect(form.getByLabel(text('dispute.contacted'))).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel(text('dispute.explanation'))).toHaveValue('The hotel was closed.');
  await expectAccessible(page);
  await keepPicture(page, 'dispute-form');
  await narrow('dispute-form-narrow');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel(text('dispute.contacted')).fill(yesterday);
  await form.getByRole('button', { name: text('dispute.save') }).click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.saved'));

  await page.goto(world.at('tessera', '/workspace'));
  await expect(page.getByRole('main')).toContainText(`1 ${words('home.task.disputes', { count: 1 })}`);
  await goByNavigation(page, 'dispute.title');
  await page.getByRole('link', { name: 'Harbour Hotel' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Hotel');
  await scripted(page);
  const evidence = page.getByRole('region', { name: text('attachment.title') });
  await evidence
    .locator('input[type=file]')
    .setInputFiles({ name: 'booking.pdf', mimeType: 'application/pdf', buffer: aReceipt('pdf', 2_000) });
  await evidence.getByRole('button', { name: text('attachment.add') }).click();
  await expect(evidence.getByRole('link', { name: 'booking.pdf' })).toBeVisible();
  await page.getByRole('button', { name: text('dispute.submit') }).click();
  const asked = page.getByRole('dialog', { name: text('dispute.submit.question') });
  await expect(asked).toContainText(text('dispute.final'));
  await asked.getByRole('button', { name: text('dispute.submit') }).click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.submitted'));
  await expect(page.getByRole('button', { name: text('dispute.save') })).toHaveCount(0);
  await expect(evidence.getByRole('button', { name: text('attachment.remove') })).toHaveCount(0);
  await expectAccessible(page);
  const [claim] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: text('dispute.pdf') }).click()
  ]);
  expect(claim.suggestedFilename()).toBe('D-000001.pdf');
  await keepPicture(page, 'dispute-submitted');
  await narrow('dispute-submitted-narrow');

  await enter(page, world, I.userId);
  await goByNavigation(page, 'dispute.desk');
  await expect(page.getByRole('main')).toContainText('D-000001');
  await expectAccessible(page);
  await keepPicture(page, 'dispute-desk');
  await narrow('dispute-desk-narrow');
  await page.getByRole('link', { name: 'Harbour Hotel' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Hotel');
  await scripted(page);
  await page.getByRole('button', { name: text('dispute.take.up') }).click();
  await page
    .getByRole('dialog', { name: text('dispute.take.up.question') })
    .getByRole('button', { name: text('dispute.take.up') })
    .click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.taken.up'));
  await scripted(page);
  const credit = page.getByRole('region', { name: text('dispute.credit'), exact: true });
  await credit.getByLabel(text('dispute.credit.amount')).fill('120.50');
  await credit.getByLabel(text('dispute.credit.on')).fill(today);
  await credit.getByRole('button', { name: text('dispute.credit.save') }).click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.credited'));
  await expectAccessible(page);
  await keepPicture(page, 'dispute-review');
  await narrow('dispute-review-narrow');
  await scripted(page);
  const decision = page.getByRole('region', { name: text('dispute.decision'), exact: true });
  await decision.getByRole('radio', { name: text('dispute.win'), exact: true }).check();
  await decision.getByLabel(text('dispute.note')).fill('The hotel agrees.');
  await decision.getByRole('button', { name: text('dispute.decide') }).click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.decided'));

  await enterAt(page, world, A.userId, `/workspace/transactions/${hotel.id}`);
  const outcome = page.getByRole('region', { name: text('dispute.one'), exact: true });
  await expect(outcome).toContainText(text('dispute.state.won'));
  await expect(outcome).toContainText('The hotel agrees.');
});

test('C2.031 a charge disputed as fraud leads to the card that is to be suspended, or says whom to ask', async ({
  page,
  world
}) => {
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer);
  const account = await anAccount(world.database, company);
  const A = await aUserAt(world.database, 'A', account);
  const C = await aUserAt(world.database, 'C', company);
  await aReason(world.database, issuer.id, { situation: 'card_used_online' });
  const { id } = await aDispute(world.database, account, { state: 'submitted' });
  const dispute = world.at('tessera', `/workspace/disputes/${id}`);

  await enterAt(page, world, A.userId, dispute);
  await expect(page.getByRole('main')).toContainText(text('dispute.fraud.ask'));
  await expectAccessible(page);
  await keepPicture(page, 'dispute-fraud');
  await enterAt(page, world, C.userId, dispute);
  await scripted(page);
  await page.getByRole('link', { name: text('dispute.fraud.card') }).click();
  await expect(page).toHaveURL(world.at('tessera', `/workspace/structure/${account.id}`));
  await world.database.query("UPDATE accounts SET state = 'suspended' WHERE id = $1", [account.id]);
  await page.goto(dispute);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Hotel');
  await expect(page.getByRole('main')).not.toContainText(text('dispute.fraud.suspend'));
});

test('C1.034 the desk sends a claim to the card network, which decides it for the cardholder', async ({
  page,
  world
}) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const account = await anAccount(world.database, await aCompany(world.database, issuer));
  await aReason(world.database, issuer.id, { situation: 'not_received', networkCode: '4853' });
  await withSetting(world.database, { issuerId: issuer.id }, 'dispute.network', 'simulated');
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const I = await aUserAt(world.database, 'I', issuer, { firstName: 'Ida', lastName: 'Bank' });
  // The merchant answers a claim of such an amount, and gives in before arbitration.
  const { id } = await aDispute(world.database, account, { amount: '120.51' });
  await world.database.query(
    'UPDATE disputes SET opened_by = u.id FROM users u WHERE disputes.id = $1 AND u.user_id = $2',
    [id, A.userId]
  );
  const at = world.at('tessera', `/workspace/disputes/${id}`);
  const network = page.getByRole('region', { name: text('dispute.network.title'), exact: true });
  /** Lets the simulated merchant act, which takes its time, and waits until the product has read what it looks for. */
  const readFromNetwork = (found: string) =>
    until(async () => {
      await world.database.query(
        "UPDATE simulated_claims SET received_at = received_at - interval '2 minutes' WHERE issuer_id = $1 AND received_at > now() - interval '1 minute'",
        [issuer.id]
      );
      return (await world.database.query(found, [id])).length;
    }, 500);

  // What the network doesn't take is told at the field, while it can be mended.
  await enterAt(page, world, A.userId, at);
  await scripted(page);
  const evidence = page.getByRole('region', { name: text('attachment.title') });
  const attach = async (name: string, buffer: Buffer) => {
    await evidence.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await evidence.getByRole('button', { name: text('attachment.add') }).click();
  };
  await expect(evidence).toContainText(text('dispute.evidence.hint', { kinds: 'JPG, PDF', megabytes: '2' }));
  await attach('photo.png', aReceipt('png'));
  await expect(evidence).toContainText(text('dispute.evidence.kind', { kinds: 'JPG, PDF' }));
  await expectAccessible(page);
  await keepPicture(page, 'dispute-evidence-refused');
  await attach('booking.pdf', aReceipt('pdf', 2_000));
  await expect(evidence.getByRole('link', { name: 'booking.pdf' })).toBeVisible();
  await page.getByRole('button', { name: text('dispute.submit') }).click();
  await page
    .getByRole('dialog', { name: text('dispute.submit.question') })
    .getByRole('button', { name: text('dispute.submit') })
    .click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.submitted'));

  await enterAt(page, world, I.userId, at);
  await scripted(page);
  await page.getByRole('button', { name: text('dispute.take.up') }).click();
  await page
    .getByRole('dialog', { name: text('dispute.take.up.question') })
    .getByRole('button', { name: text('dispute.take.up') })
    .click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.taken.up'));
  await readFromNetwork("SELECT FROM dispute_steps WHERE dispute_id = $1 AND stage = 'representment'");
  await page.goto(at);
  await expect(page.getByRole('main')).toContainText(text('dispute.stage.representment'));
  await expect(network).toContainText('SIM');
  await expect(network.getByRole('listitem').filter({ hasText: 'booking.pdf' })).toContainText(
    text('dispute.evidence.taken')
  );
  await expect(network).toContainText(text('dispute.awaits.issuer'));
  await expect(page.getByRole('region', { name: text('dispute.decision'), exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await keepPicture(page, 'dispute-network');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'dispute-network-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await scripted(page);
  await network.getByRole('button', { name: text('dispute.pursue') }).click();
  await page
    .getByRole('dialog', { name: text('dispute.pursue.question') })
    .getByRole('button', { name: text('dispute.pursue') })
    .click();
  await expect(page.getByRole('main')).toContainText(text('dispute.done.pursued'));

  await readFromNetwork("SELECT FROM disputes WHERE id = $1 AND state = 'won'");
  await enterAt(page, world, A.userId, at);
  await expect(page.getByRole('main')).toContainText(text('dispute.state.won'));
  await keepPicture(page, 'dispute-network-won');
});

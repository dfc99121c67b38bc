import { readFileSync } from 'node:fs';
import { parseSeedFile } from '@/lib/sign-in/token/token-enrolment';
import { expect, expectAccessible, test } from '../support/browser';
import { codeIn } from '../support/mailbox';
import { passcodeOf, rightResponse, withChallenge } from '../support/people';
import { atChallenge, signIn, submit, tokenStep, type Walk } from '../support/portal-walk';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { enter, enterAt } from '../support/workspace-walk';

const BRAND = 'wendemere';

async function aCompanyWithPeople({ world }: Pick<Walk, 'world'>) {
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer);
  const cardholder = await aUserAt(world.database, 'A', await anAccount(world.database, company));
  const administrator = await aUserAt(world.database, 'C', company);
  return { issuer, company, cardholder, administrator };
}

test('C1.011 C2.033 questions are enrolled at the first sign-in, asked at the next, and not in a recognized browser', async ({
  page,
  world,
  browser
}) => {
  const walk = { page, world, brand: BRAND };
  const { cardholder } = await aCompanyWithPeople(walk);
  await withChallenge(world.database, cardholder, { enrolled: false });
  await signIn(walk, cardholder);
  await page.waitForURL(/one-time-passcode-component/);
  await page.keyboard.type(codeIn(await world.mailbox.next(cardholder.email)));
  await submit(walk);
  await page.waitForURL(/challenge-enrolment-component/);
  await expectAccessible(page);
  for (const [at, answer] of ['Biscuit', 'Trieste Harbour', 'Linden 42'].entries()) {
    await page.locator(`#questionId-${at}`).selectOption({ index: at });
    await page.locator(`#response-${at}`).fill(answer);
    await page.locator(`#confirmation-${at}`).fill(at === 2 ? 'Linden 43' : answer);
  }
  await submit(walk);
  await expect(page.locator('#error-summary')).toBeFocused();
  await expect(page.locator('#confirmation-2')).toHaveAttribute('aria-invalid', 'true');
  // Secrets are not filled in again.
  for (const [at, answer] of ['Biscuit', 'Trieste Harbour', 'Linden 42'].entries()) {
    await expect(page.locator(`#response-${at}`)).toHaveValue('');
    await page.locator(`#response-${at}`).fill(answer);
    await page.locator(`#confirmation-${at}`).fill(answer);
  }
  await submit(walk);
  await expect(page).toHaveURL(/\/workspace$/);

  const elsewhere = await (await browser.newContext()).newPage();
  const other = { page: elsewhere, world, brand: BRAND };
  await signIn(other, cardholder);
  await elsewhere.waitForURL(/challenge-question-component/);
  await expectAccessible(elsewhere);
  const question = await elsewhere.locator('#question-text').textContent();
  await elsewhere.locator('#response').fill('Not this one');
  await submit(other);
  await expect(elsewhere.locator('#response-error')).toHaveText('Invalid Response');
  await expect(elsewhere.locator('#question-text')).toHaveText(question ?? '');
  const [{ asked } = { asked: '' }] = await world.database.query<{ asked: string }>(
    'SELECT r.position::text AS asked FROM challenge_enrolments e JOIN challenge_responses r ON (r.user_id, r.question_id) = (e.user_id, e.asked_question_id) WHERE e.user_id = $1',
    [cardholder.id]
  );
  await elsewhere.locator('#response').fill(['Biscuit', 'Trieste Harbour', 'Linden 42'][Number(asked) - 1] ?? '');
  await elsewhere.locator('#recognize').check();
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere).toHaveURL(/\/workspace$/);
  await signIn(other, cardholder);
  await expect(elsewhere).toHaveURL(/\/workspace$/);
});

test('C1.011 the response to a challenge question can be shown and hidden', async ({ page, world }) => {
  await atChallenge({ page, world, brand: BRAND });
  const [response, button] = [page.locator('#response'), page.locator('button.reveal')];
  await response.fill('Biscuit');
  await expect(response).toHaveAttribute('type', 'password');
  await button.click();
  await expect(response).toHaveAttribute('type', 'text');
  await expect(response).toHaveValue('Biscuit');
  await button.click();
  await expect(response).toHaveAttribute('type', 'password');
});

test('C2.034 C4.023 an administrator sees the lock, clears it and resets the questions', async ({
  page,
  world,
  browser
}) => {
  const walk = { page, world, brand: BRAND };
  const { cardholder, administrator } = await aCompanyWithPeople(walk);
  const desk = await (await browser.newContext()).newPage();
  await enter(desk, world, administrator.userId, BRAND);
  await withChallenge(world.database, cardholder);
  await signIn(walk, cardholder);
  for (let n = 0; n < 6; n++) {
    await page.waitForURL(/challenge-question-component/);
    await page.locator('#response').fill(`Wrong ${n}`);
    await submit(walk);
    if (n < 5) await expect(page.locator('#response')).toHaveValue('');
  }
  await expect(page.getByText('User account locked.')).toBeVisible();
  await expectAccessible(page);

  await desk.goto(world.at(BRAND, `/workspace/people/dual-authentication?text=${cardholder.userId}`));
  await expect(desk.getByRole('heading', { name: 'Dual Authentication Maintenance' })).toBeVisible();
  await expectAccessible(desk);
  await desk.goto(world.at(BRAND, `/workspace/people/${cardholder.id}/sign-in-security`));
  await expect(desk.getByText('Locked - Invalid Response')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Clear lock' }).first().click();
  await desk.getByRole('dialog').locator('button.primary').click();
  await expect(desk.getByText('Lock cleared.')).toBeVisible();
  await world.database.query(
    "UPDATE users SET status = 'locked', lock_cause = 'password_attempts', locked_at = now() WHERE id = $1",
    [cardholder.id]
  );
  await desk.reload();
  await expect(desk.getByText('Locked - Invalid Password')).toBeVisible();
  await desk.getByRole('button', { name: 'Clear lock' }).first().click();
  await desk.getByRole('dialog').locator('button.primary').click();
  await expect(desk.getByText('Lock cleared.')).toBeVisible();

  await signIn(walk, cardholder);
  await page.waitForURL(/challenge-question-component/);
  await page.locator('#response').fill(await rightResponse(world.database, cardholder));
  await submit(walk);
  await expect(page).toHaveURL(/\/workspace$/);

  await desk.getByRole('button', { name: 'Reset questions' }).first().click();
  await desk.getByRole('dialog').locator('button.danger').click();
  await expect(desk.getByText('Challenge questions reset.')).toBeVisible();
  await expect(desk.getByText('Not enrolled')).toBeVisible();
});

test('C1.017 C2.002 C4.028 an administrator sets a user to two-factor, who downloads the token and signs in with it', async ({
  page,
  world,
  browser
}) => {
  const walk = { page, world, brand: BRAND };
  const { cardholder, administrator } = await aCompanyWithPeople(walk);
  const desk = await (await browser.newContext()).newPage();
  await enterAt(desk, world, administrator.userId, `/workspace/people/${cardholder.id}/sign-in-security`, BRAND);
  await desk.getByRole('button', { name: 'Turn on two-factor authentication' }).first().click();
  await desk.getByRole('dialog').locator('button.primary').click();
  await expect(desk.getByText('Soft token issued')).toBeVisible();
  expect((await world.mailbox.next(cardholder.email)).subject).toContain('soft token');

  await signIn(walk, cardholder);
  await page.waitForURL(/one-time-passcode-component/);
  await page.keyboard.type(codeIn(await world.mailbox.next(cardholder.email)));
  await submit(walk);
  await page.waitForURL(/soft-token-component/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show my seed and first PIN' }).click();
  const firstPin = (await page.locator('.card strong').textContent()) as string;
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the seed file' }).click();
  const [seed] = parseSeedFile(readFileSync(await (await download).path(), 'utf8'));
  const secret = seed?.secret as Buffer;
  await page.getByRole('link', { name: 'Return to sign-in' }).click();
  const step = tokenStep();
  await signIn(walk, cardholder, passcodeOf(secret, firstPin, step - 1));
  await page.waitForURL(/new-rsa-pin-component/);
  await expect(page.getByRole('heading', { name: 'New PIN Required' })).toBeVisible();
  await page.locator('#newPin').fill('8642');
  await page.locator('#confirmPin').fill('8642');
  await page.locator('#passcode').fill(passcodeOf(secret, firstPin, step));
  await submit(walk);
  await expect(page).toHaveURL(/logout-component/);
  await signIn(walk, cardholder, passcodeOf(secret, '8642', step + 1));
  await expect(page).toHaveURL(/\/workspace$/);
});

test('C1.011 an issuer’s setting is in force at once: the next sign-in enrols', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  const { cardholder, issuer } = await aCompanyWithPeople(walk);
  await signIn(walk, cardholder);
  await page.waitForURL(/\/workspace$/);
  await withSetting(world.database, { issuerId: issuer.id }, 'dual.authentication.required', true);
  await signIn(walk, cardholder);
  await expect(page).toHaveURL(/one-time-passcode-component/);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { World } from './browser';
import { codeIn, linkIn } from './mailbox';
import { aCardholder, PASSWORD, type Person, passcodeOf, withChallenge, withQuestion, withToken } from './people';
import { aRegistrableAccount, aRegistrationLink, type Registrable } from './registration';
import { withSetting } from './settings';
import { signInBeside } from './workspace-walk';

/** A browser's page on its way through the portal of one brand. */
export interface Walk {
  page: Page;
  world: World;
  brand: string;
}

/** A password nobody had before, within the policy. */
export const NEW_PASSWORD = 'Birch-Harbour-77';

/** The step of a token's clock now. */
export const tokenStep = () => Math.floor(Date.now() / 30_000);

/** Presses the main button of the form in view. */
export async function submit({ page }: Pick<Walk, 'page'>): Promise<void> {
  await page.locator('main form:visible button.primary').click();
}

/** Types a mailed passcode, or a part of one: into boxes with script, into one field without. */
export async function typeCode({ page }: Pick<Walk, 'page'>, code: string): Promise<void> {
  await page.locator('main form input:visible').first().focus();
  await page.keyboard.type(code);
}

export async function signIn(walk: Walk, { userId }: Pick<Person, 'userId'>, password = PASSWORD): Promise<void> {
  await walk.page.goto(walk.world.at(walk.brand));
  await walk.page.locator('#userId').fill(userId);
  await walk.page.locator('#password').fill(password);
  await submit(walk);
}

/** Somebody with a session in this browser, on no page yet. */
export async function signedIn({ page, world, brand }: Walk): Promise<Person> {
  const person = await aCardholder(world.database);
  await signInBeside(page, world, person.userId, brand);
  return person;
}

/** Signs in with what came by mail, chooses a password, and sees the workspace. */
export async function firstSignIn(walk: Walk, email: string): Promise<void> {
  const { mailbox } = walk.world;
  const bodies = [await mailbox.next(email), await mailbox.next(email)].map(({ text }) => text ?? '');
  const found = (pattern: RegExp) => bodies.flatMap((body) => pattern.exec(body)?.slice(-1) ?? []).at(0) ?? '';
  const password = found(/\b[a-z]{4}-\d{4}-[a-z]{4}\b/);
  await signIn(walk, { userId: found(/user ID:\s+(\S+)/) }, password);
  await walk.page.waitForURL(/change-password-component/);
  await walk.page.locator('#old').fill(password);
  for (const field of ['#new1', '#new2']) await walk.page.locator(field).fill(NEW_PASSWORD);
  await submit(walk);
  await setUpSignIn(walk);
}

/** Answers a new user's questions and reaches the workspace. */
export async function setUpSignIn(walk: Walk): Promise<void> {
  await walk.page.waitForURL(/new-user-component/);
  const answer = walk.page.locator('#answer');
  if (await answer.count()) await answer.fill('Biscuit');
  await submit(walk);
  await walk.page.waitForURL(/\/workspace$/);
}

/** At what a new user is asked, of whom neither an address nor a question is known. */
export async function atNewUser(walk: Walk): Promise<Person> {
  const person = await aCardholder(walk.world.database, { email: null });
  await walk.world.database.query('UPDATE users SET is_new = true WHERE id = $1', [person.id]);
  await signIn(walk, person);
  await walk.page.waitForURL(/new-user-component/);
  return person;
}

/** At the one-time passcode, with the code from the mail. */
export async function atPasscode(walk: Walk): Promise<{ person: Person; code: string }> {
  const person = await aCardholder(walk.world.database, { oneTimePin: true });
  await signIn(walk, person);
  await walk.page.waitForURL(/one-time-passcode-component/);
  return { person, code: codeIn(await walk.world.mailbox.next(person.email)) };
}

/** Enters the user id of the forgotten password. */
export async function forget(walk: Walk, { userId }: Pick<Person, 'userId'>): Promise<void> {
  await walk.page.goto(walk.world.at(walk.brand, '/sdportal/forgot-password-component'));
  await walk.page.locator('#userId').fill(userId);
  await submit(walk);
}

export async function askForLink(walk: Walk, person: Pick<Person, 'userId'>): Promise<void> {
  await sendLinks(walk, true);
  await forget(walk, person);
}

/** Makes a brand send reset links, or ask the security question instead (PasswordResetLink). */
export async function sendLinks({ world, brand }: Walk, on: boolean): Promise<void> {
  const changed = await world.database.query(
    'UPDATE brands SET password_reset_link = $2 WHERE name = $1 AND password_reset_link IS DISTINCT FROM $2 RETURNING 1',
    [brand, on]
  );
  // The server hears of it at once, and forgets what it knew.
  if (changed.length > 0) await sleep(300);
}

/** The reset link that comes by mail to a person who asked for it. */
export async function resetLink(walk: Walk, person: Person): Promise<string> {
  await askForLink(walk, person);
  return linkIn(await walk.world.mailbox.next(person.email)).href;
}

export async function atResetForm(
  walk: Walk,
  options?: Parameters<typeof aCardholder>[1]
): Promise<{ person: Person; link: string }> {
  const person = await aCardholder(walk.world.database, options);
  const link = await resetLink(walk, person);
  await walk.page.goto(link);
  return { person, link };
}

/** At the security question of a person who has one. The answer is "Biscuit". */
export async function atQuestion(walk: Walk): Promise<Person> {
  const person = await aCardholder(walk.world.database);
  await withQuestion(walk.world.database, person);
  await sendLinks(walk, false);
  await forget(walk, person);
  await walk.page.locator('#questionResponse').waitFor();
  return person;
}

/** At the new PIN, with a token that still has its first one. */
export async function atNewPin(walk: Walk): Promise<{ person: Person; secret: Buffer; step: number }> {
  const person = await aCardholder(walk.world.database);
  const secret = await withToken(walk.world.database, person);
  const step = tokenStep();
  await signIn(walk, person, passcodeOf(secret, '1357', step));
  await walk.page.waitForURL(/new-rsa-pin-component/);
  await expect(walk.page.locator('#newPin')).toBeVisible();
  // With script it is ready once it knows whose token it is.
  if (await walk.page.evaluate(() => matchMedia('(scripting: enabled)').matches))
    await expect(walk.page.locator('#newPin')).toBeFocused();
  return { person, secret, step };
}

/** At the next passcode, with a token whose clock is five steps ahead. */
export async function atNextToken(walk: Walk): Promise<{ person: Person; secret: Buffer; step: number }> {
  const person = await aCardholder(walk.world.database);
  const secret = await withToken(walk.world.database, person, { pin: '2468' });
  const step = tokenStep() + 5;
  await signIn(walk, person, passcodeOf(secret, '2468', step));
  await walk.page.waitForURL(/next-token-component/);
  return { person, secret, step };
}

/** At the challenge question of dual authentication. */
export async function atChallenge(walk: Walk): Promise<Person> {
  const person = await aCardholder(walk.world.database);
  await withChallenge(walk.world.database, person);
  await signIn(walk, person);
  await walk.page.waitForURL(/challenge-question-component/);
  return person;
}

/** At the enrolment of challenge questions, at the first sign-in of somebody without an address for a code. */
export async function atEnrolment(walk: Walk): Promise<Person> {
  const person = await aCardholder(walk.world.database, { email: null });
  await withChallenge(walk.world.database, person, { enrolled: false });
  await signIn(walk, person);
  await walk.page.waitForURL(/challenge-enrolment-component/);
  return person;
}

/** At the soft token of somebody whose issuer asks for two factors, through password and mailed code. */
export async function atSoftToken(walk: Walk): Promise<Person> {
  const person = await aCardholder(walk.world.database);
  await withSetting(walk.world.database, person, 'two.factor.required', true);
  await signIn(walk, person);
  await walk.page.waitForURL(/one-time-passcode-component/);
  const code = codeIn(await walk.world.mailbox.next(person.email));
  await typeCode(walk, code);
  await submit(walk);
  await walk.page.waitForURL(/soft-token-component/);
  return person;
}

/** At the details of a cardholder who registers, by the mailed link. */
export async function atRegistrationDetails(walk: Walk): Promise<{ card: Registrable; email: string }> {
  const card = await aRegistrableAccount(walk.world.database, { brand: walk.brand });
  const { token, email } = await aRegistrationLink(walk.world.database, { brand: walk.brand });
  await walk.page.goto(walk.world.at(walk.brand, `/sdportal/cardholder-registration-component?token=${token}`));
  await walk.page.locator('#accountNumber').waitFor();
  return { card, email };
}

/** At the choice of user id and password, with the card matched. */
export async function atRegistrationChoice(walk: Walk): Promise<void> {
  const { card } = await atRegistrationDetails(walk);
  await walk.page.locator('#corporateCode').fill(card.corporateCode);
  await walk.page.locator('#accountNumber').fill(card.cardNumber);
  await walk.page.locator('#cardName').fill(card.cardName);
  await submit(walk);
  await walk.page.locator('#confirmation').waitFor();
}

/** At the form of a company that registers, on a brand and with an issuer that take it. */
export async function atCompanyRegistration(walk: Walk): Promise<void> {
  const { database } = walk.world;
  const { issuer } = await aRegistrableAccount(database, { brand: walk.brand });
  await withSetting(database, { issuerId: issuer.id }, 'self.registration.companies', true);
  await database.query('UPDATE brands SET company_self_register_supported = true WHERE name = $1', [walk.brand]);
  // A brand that is saved is told to the server, which takes a moment.
  await expect(async () => {
    await walk.page.goto(walk.world.at(walk.brand, '/sdportal/company-registration-component'));
    await expect(walk.page.locator('#company')).toBeVisible({ timeout: 500 });
  }).toPass();
}

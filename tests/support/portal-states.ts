import { expect } from './browser';
import { aCardholder, PASSWORD, withToken } from './people';
import {
  askForLink,
  atChallenge,
  atCompanyRegistration,
  atEnrolment,
  atNewPin,
  atNewUser,
  atNextToken,
  atPasscode,
  atQuestion,
  atRegistrationChoice,
  atRegistrationDetails,
  atResetForm,
  atSoftToken,
  NEW_PASSWORD,
  signedIn,
  signIn,
  submit,
  typeCode,
  type Walk
} from './portal-walk';

const page = (walk: Walk, path: string) => walk.page.goto(walk.world.at(walk.brand, `/sdportal/${path}`));
const faults = (walk: Walk) => walk.page.locator('#error-summary').waitFor();

async function fillAndSubmit(walk: Walk, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await walk.page.locator(`#${name}`).fill(value);
  await submit(walk);
}

/** With script the news is announced; without, it stands on the page that comes back. */
const sentAgain = (walk: Walk) =>
  walk.page.locator('#announcement:not(:empty), .success[role=status]').first().waitFor({ state: 'attached' });

/** How to bring every page of the portal into every state that sections 2, 4 and 8 of its specification name. */
export const PORTAL_STATES: Record<string, (walk: Walk) => Promise<unknown>> = {
  'sign-in': (walk) => page(walk, 'login-signin-component'),
  'sign-in, nothing entered': async (walk) => {
    await page(walk, 'login-signin-component');
    await submit(walk);
  },
  'sign-in, wrong password': async (walk) => {
    await signIn(walk, await aCardholder(walk.world.database), 'wrong');
    await faults(walk);
  },
  'one-time passcode': atPasscode,
  'one-time passcode, incomplete': async (walk) => {
    await atPasscode(walk);
    await typeCode(walk, '12');
    await submit(walk);
  },
  'one-time passcode, wrong': async (walk) => {
    const { code } = await atPasscode(walk);
    await typeCode(
      walk,
      code.replace(/./g, (digit) => String(9 - Number(digit)))
    );
    await submit(walk);
    await faults(walk);
  },
  'one-time passcode, reached with an error': (walk) =>
    page(walk, 'one-time-passcode-component?error=1&delivery=r*****n@m*****.example'),
  'one-time passcode, sent again': async (walk) => {
    await atPasscode(walk);
    await walk.page.locator('#resend button').click();
    await sentAgain(walk);
  },
  'one-time passcode, sent again too soon': async (walk) => {
    await atPasscode(walk);
    await walk.page.locator('#resend button').click();
    await sentAgain(walk);
    await walk.page.locator('#resend button').click();
    await faults(walk);
  },
  'forgot password': (walk) => page(walk, 'forgot-password-component'),
  'forgot password, no user id': async (walk) => {
    await page(walk, 'forgot-password-component');
    await submit(walk);
  },
  'forgot password, link sent': async (walk) => {
    await askForLink(walk, { userId: 'somebody' });
    await walk.page.locator('[data-screen=link-sent]').waitFor();
  },
  'forgot password, link sent to a token user': async (walk) => {
    const person = await aCardholder(walk.world.database);
    await withToken(walk.world.database, person, { pin: '2468' });
    await askForLink(walk, person);
    await walk.page.locator('[data-screen=token-link-sent]').waitFor();
  },
  'security question': atQuestion,
  'security question, no answer': async (walk) => {
    await atQuestion(walk);
    await submit(walk);
  },
  'security question, wrong answer': async (walk) => {
    await atQuestion(walk);
    await fillAndSubmit(walk, { questionResponse: 'Crumb' });
    await faults(walk);
  },
  'temporary password sent': async (walk) => {
    await atQuestion(walk);
    await fillAndSubmit(walk, { questionResponse: 'Biscuit' });
    await walk.page.locator('[data-screen=temporary-sent]').waitFor();
  },
  'reset password': atResetForm,
  'reset password, while typing': async (walk) => {
    const { person } = await atResetForm(walk);
    await walk.page.locator('#userId').fill(person.userId);
    await walk.page.locator('#credential').fill('aaab');
    await walk.page.locator('.reveal').first().click();
  },
  'reset password, all wrong': async (walk) => {
    await atResetForm(walk);
    await fillAndSubmit(walk, { credential: 'short', confirmation: 'other' });
  },
  'expired link': (walk) => page(walk, 'change-password-token-component?token=unknown'),
  'change password': async (walk) => {
    await signedIn(walk);
    await page(walk, 'change-password-component?dest=MyProfile');
  },
  'change password, because one must': async (walk) => {
    await signIn(walk, await aCardholder(walk.world.database, { mustChange: true }));
    await walk.page.waitForURL(/change-password-component/);
  },
  'change password, sent back by the front door': async (walk) => {
    await signedIn(walk);
    await page(walk, 'change-password-component?ec=0x132120c9');
  },
  'change password, all wrong': async (walk) => {
    const person = await signedIn(walk);
    await page(walk, 'change-password-component');
    await fillAndSubmit(walk, { new1: person.userId, new2: 'other' });
  },
  'change password, refused': async (walk) => {
    await signedIn(walk);
    await page(walk, 'change-password-component');
    await fillAndSubmit(walk, { old: PASSWORD, new1: PASSWORD, new2: PASSWORD });
    await faults(walk);
  },
  'new user': atNewUser,
  'new user, all wrong': async (walk) => {
    await atNewUser(walk);
    await fillAndSubmit(walk, { email: 'somebody', answer: 'a b' });
    await faults(walk);
  },
  'new PIN': atNewPin,
  'new PIN, all wrong': async (walk) => {
    await atNewPin(walk);
    await fillAndSubmit(walk, { newPin: '0123', confirmPin: '1', passcode: '12' });
  },
  'next token': atNextToken,
  'next token, wrong': async (walk) => {
    await atNextToken(walk);
    await fillAndSubmit(walk, { password: '00000000' });
    await faults(walk);
  },
  'session warning': async (walk) => {
    await walk.page.clock.install();
    await signedIn(walk);
    await page(walk, 'change-password-component');
    await walk.page.locator('#new1').fill(NEW_PASSWORD);
    await walk.page.waitForLoadState('networkidle');
    await walk.page.clock.runFor(222_000);
    await walk.page.locator('.session-warning').waitFor();
  },
  'challenge question': atChallenge,
  'challenge question, wrong': async (walk) => {
    await atChallenge(walk);
    await fillAndSubmit(walk, { response: 'Not this one' });
    await faults(walk);
  },
  'challenge enrolment': atEnrolment,
  'challenge enrolment, all wrong': async (walk) => {
    await atEnrolment(walk);
    await fillAndSubmit(walk, { 'response-0': 'abc', 'response-1': 'a-b-c-d' });
    await faults(walk);
  },
  'soft token': atSoftToken,
  'soft token, shown': async (walk) => {
    await atSoftToken(walk);
    await submit(walk);
    await walk.page.locator('.code').waitFor();
  },
  'cardholder registration': (walk) => page(walk, 'cardholder-registration-component'),
  'cardholder registration, nothing entered': async (walk) => {
    await page(walk, 'cardholder-registration-component');
    await submit(walk);
    await faults(walk);
  },
  'cardholder registration, link sent': async (walk) => {
    await page(walk, 'cardholder-registration-component');
    await fillAndSubmit(walk, { email: 'somebody@mail.example' });
    await walk.page.locator('a.primary').waitFor();
  },
  'cardholder registration, details': atRegistrationDetails,
  'cardholder registration, not matched': async (walk) => {
    const { card } = await atRegistrationDetails(walk);
    const { corporateCode, cardNumber: accountNumber } = card;
    await fillAndSubmit(walk, { corporateCode, accountNumber, cardName: 'Somebody Else' });
    await faults(walk);
  },
  'cardholder registration, locked': async (walk) => {
    const { card } = await atRegistrationDetails(walk);
    const { corporateCode, cardNumber: accountNumber } = card;
    for (let n = 0; n < 3; n++) {
      await fillAndSubmit(walk, { corporateCode, accountNumber, cardName: `Somebody ${n}` });
      if (n < 2) await expect(walk.page.locator('#accountNumber')).toHaveValue('');
    }
    await walk.page.locator('#registration').waitFor({ state: 'detached' });
    await walk.page.locator('h1').waitFor();
  },
  'cardholder registration, choice': atRegistrationChoice,
  'cardholder registration, choice all wrong': async (walk) => {
    await atRegistrationChoice(walk);
    await fillAndSubmit(walk, { userId: 'ab', password: 'short', confirmation: 'other' });
    await faults(walk);
  },
  'cardholder registration, expired link': (walk) => page(walk, 'cardholder-registration-component?token=unknown'),
  'company registration': atCompanyRegistration,
  'company registration, nothing entered': async (walk) => {
    await atCompanyRegistration(walk);
    await submit(walk);
    await faults(walk);
  },
  locked: (walk) => page(walk, 'temporary-state-component'),
  'locked by dual authentication': (walk) => page(walk, 'temporary-state-component?reason=dual-authentication'),
  'locked by an administrator': (walk) => page(walk, 'temporary-state-component?reason=administrator'),
  'refusal of a link, expired': (walk) => page(walk, 'link-refusal-component?token=unknown'),
  'signed out': (walk) => page(walk, 'logout-component'),
  'signed out by a failure': (walk) => page(walk, 'logout-component?notice=down'),
  'page not found': (walk) => page(walk, 'nowhere-component')
};

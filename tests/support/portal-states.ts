import { expect } from './browser';
import { aCardholder, PASSWORD, withToken } from './people';
import {
  askForLink,
  atNewPin,
  atNextToken,
  atPasscode,
  atQuestion,
  atResetForm,
  NEW_PASSWORD,
  signedIn,
  signIn,
  submit,
  type Walk
} from './portal-walk';

const page = (walk: Walk, path: string) => walk.page.goto(walk.world.at(walk.brand, `/sdportal/${path}`));
const faults = (walk: Walk) => walk.page.locator('#error-summary').waitFor();

async function fillAndSubmit(walk: Walk, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await walk.page.locator(`#${name}`).fill(value);
  await submit(walk);
}

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
    await walk.page.keyboard.type('12');
    await submit(walk);
  },
  'one-time passcode, wrong': async (walk) => {
    const { code } = await atPasscode(walk);
    await walk.page.keyboard.type(code.replace(/./g, (digit) => String(9 - Number(digit))));
    await submit(walk);
    await faults(walk);
  },
  'one-time passcode, reached with an error': (walk) =>
    page(walk, 'one-time-passcode-component?error=1&delivery=r*****n@m*****.example'),
  'one-time passcode, sent again': async (walk) => {
    await atPasscode(walk);
    await walk.page.locator('#resend button').click();
    await expect(walk.page.locator('#announcement')).not.toBeEmpty();
  },
  'one-time passcode, sent again too soon': async (walk) => {
    await atPasscode(walk);
    await walk.page.locator('#resend button').click();
    await expect(walk.page.locator('#announcement')).not.toBeEmpty();
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
  locked: (walk) => page(walk, 'temporary-state-component'),
  'signed out': (walk) => page(walk, 'logout-component'),
  'signed out by a failure': (walk) => page(walk, 'logout-component?notice=down'),
  'page not found': (walk) => page(walk, 'nowhere-component')
};

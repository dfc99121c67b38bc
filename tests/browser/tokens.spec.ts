import { expect, holdScripts, test } from '../support/browser';
import { aCardholder, passcodeOf, withToken } from '../support/people';
import { atNewPin, atNextToken, signIn, submit, tokenStep, type Walk } from '../support/portal-walk';

const BRAND = 'wendemere';
const PENDING = 'tessera.pending-pin';
const ACTION = '**/new-rsa-pin-component**';
const pendingPin = ({ page }: Walk) =>
  page.evaluate(() => Object.entries(localStorage).filter(([name]) => /pin/i.test(name)));

async function fill({ page }: Walk, newPin: string, passcode: string, confirmPin = newPin): Promise<void> {
  await page.locator('#newPin').fill(newPin);
  await page.locator('#confirmPin').fill(confirmPin);
  await page.locator('#passcode').fill(passcode);
}

test('P4.024 P1.005 the first PIN is changed: token info, sealed PIN, passcode, signed out, signed in with the new PIN', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  const { person, secret, step } = await atNewPin(walk);
  let kept: string[][] = [];
  await page.route(ACTION, async (route) => {
    if (route.request().method() === 'POST') kept = await pendingPin(walk);
    await route.continue();
  });
  await fill(walk, '8642', passcodeOf(secret, '1357', step + 1));
  await submit(walk);
  await expect(page).toHaveURL(/logout-component/);
  await expect(page.locator('main')).toContainText('Your new PIN is saved.');
  // The stored PIN is sealed: it is nowhere in clear text.
  expect(kept).toEqual([[PENDING, expect.not.stringContaining('8642')]]);
  expect(await pendingPin(walk)).toEqual([]);
  await signIn(walk, person, passcodeOf(secret, '8642', step + 2));
  await expect(page).toHaveURL(/\/workspace$|next-token/);
});

test('P4.026 P3.031 a pending PIN in local storage is sent at once, and the person signed out', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  const { person, secret, step } = await atNewPin(walk);
  const sealed = await page.evaluate(async () => {
    const token = /sec-token=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const answer = await fetch('/services/twofactortoken-service/protected/pending-pins', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-TOKEN': token, 'X-XSRF-TOKEN': token },
      body: JSON.stringify({ newPin: '8642' })
    });
    return (await answer.json()).pendingPin as string;
  });
  await page.evaluate(([name, value]) => localStorage.setItem(name as string, value as string), [PENDING, sealed]);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && 'next-action' in request.headers());
  await page.reload();
  expect((await sent).postData()).toContain(sealed);
  await expect(page).toHaveURL(/logout-component/);
  await expect(page.locator('main')).toContainText('Your new PIN is saved.');
  expect(await pendingPin(walk)).toEqual([]);
  await signIn(walk, person, passcodeOf(secret, '8642', step + 1));
  await expect(page).toHaveURL(/\/workspace$|next-token/);
});

test('a user who types before the new PIN’s page is ready stays in the field', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  const secret = await withToken(world.database, person);
  await signIn({ page, world, brand: BRAND }, person, passcodeOf(secret, '1357', tokenStep()));
  await page.waitForURL(/new-rsa-pin-component/);
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#confirmPin').focus();
  await page.locator('#newPin').evaluate((field) => {
    field.addEventListener('focus', () => document.documentElement.setAttribute('data-taken', ''));
  });
  release();
  await expect(async () => {
    // The page's script has taken over: faults appear on blur.
    await page.locator('#confirmPin').fill('1');
    await page.locator('#confirmPin').blur();
    await expect(page.locator('#confirmPin')).toHaveAttribute('aria-invalid', 'true', { timeout: 500 });
  }).toPass();
  await expect(page.locator('html')).not.toHaveAttribute('data-taken');
});

/** Sets a PIN while the database does this instead of storing it. */
async function fails(walk: Walk, instead: string, said: string): Promise<void> {
  const { page, world } = walk;
  const { person, secret, step } = await atNewPin(walk);
  const name = `fail_${person.id.replaceAll('-', '')}`;
  await world.database.query(
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${instead}; RETURN NEW; END $$`
  );
  await world.database.query(
    `CREATE TRIGGER ${name} BEFORE UPDATE ON hardware_tokens FOR EACH ROW
     WHEN (OLD.user_id = '${person.id}' AND OLD.status = 'new_pin' AND NEW.status = 'active') EXECUTE FUNCTION ${name}()`
  );
  try {
    await fill(walk, '8642', passcodeOf(secret, '1357', step + 1));
    await submit(walk);
    await expect(page).toHaveURL(/logout-component/);
    await expect(page.locator('main')).toContainText(said);
    expect(await pendingPin(walk)).toEqual([]);
  } finally {
    await world.database.query(`DROP FUNCTION ${name} CASCADE`);
  }
}

test('P8.015 the application server down is said on the way out', ({ page, world }) =>
  fails(
    { page, world, brand: BRAND },
    "RAISE EXCEPTION 'going down' USING ERRCODE = '57P01'",
    'not available right now'
  ));

test('P8.016 another error is said in general on the way out', ({ page, world }) =>
  fails({ page, world, brand: BRAND }, "RAISE EXCEPTION 'out of order'", 'Something went wrong'));

test('P8.016 an answer that never comes is said in general on the way out', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  const { secret, step } = await atNewPin(walk);
  await page.route(ACTION, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await fill(walk, '8642', passcodeOf(secret, '1357', step + 1));
  await submit(walk);
  await expect(page).toHaveURL(/logout-component/);
  await expect(page.locator('main')).toContainText('Something went wrong');
  expect(await pendingPin(walk)).toEqual([]);
});

test('P8.014 what a PIN may be stands on the page; one that can not be used keeps the passcode good', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  const { secret, step } = await atNewPin(walk);
  await expect(page.locator('#newPin-hint')).toContainText('7777');
  await fill(walk, '7777', passcodeOf(secret, '1357', step + 1));
  await submit(walk);
  await expect(page.locator('#newPin-error')).toContainText('Invalid PIN');
  await page.locator('#newPin').fill('8642');
  await page.locator('#confirmPin').fill('8642');
  await submit(walk);
  await expect(page.locator('main')).toContainText('Your new PIN is saved.');
});

test('P2.054 the instructions can be collapsed on a small screen', async ({ page, world }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await atNewPin({ page, world, brand: BRAND });
  const instructions = page.locator('details.instructions');
  const wasOpen = await instructions.evaluate((details) => (details as HTMLDetailsElement).open);
  await instructions.locator('summary').click();
  expect(await instructions.evaluate((details) => (details as HTMLDetailsElement).open)).toBe(!wasOpen);
});

test('P4.030 P4.035 a drifted token: token info, the next passcode, the workspace', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  const { secret, step } = await atNextToken(walk);
  await page.locator('#password').fill('00000000');
  await submit(walk);
  await expect(page).toHaveURL(/ec=14008/);
  await expect(page.locator('#password')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#password').fill(passcodeOf(secret, '2468', step + 1));
  await submit(walk);
  await expect(page).toHaveURL(/\/workspace$/);
});

test('P1.005 a passcode in the place of the password signs in', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  const person = await aCardholder(world.database);
  const secret = await withToken(world.database, person, { pin: '2468' });
  await signIn(walk, person, passcodeOf(secret, '2468', tokenStep()));
  await expect(page).toHaveURL(/\/workspace$/);
});

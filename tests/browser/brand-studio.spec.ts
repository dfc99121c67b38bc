import type { Page } from '@playwright/test';
import { expect, expectAccessible, keepPicture, test, type World } from '../support/browser';
import { aCardholder } from '../support/people';
import { text } from '../support/texts';
import { enter, enterAt, goByNavigation, scripted, signInBeside } from '../support/workspace-walk';

/** The studio's page without the previews, which run no script (axe included) and are portal pages. */
async function expectStudioAccessible(page: Page): Promise<void> {
  await page.locator('iframe').evaluateAll((frames) => {
    for (const frame of frames) frame.remove();
  });
  await expectAccessible(page);
}

let count = 0;
/** Creates the test's brand through the pages, as a copy, and stays on its design. */
async function copyBrand(page: Page, { at }: World, from = 'norrvik'): Promise<string> {
  const tag = `${process.env.TEST_WORKER_INDEX}${++count}`;
  const name = `browser-${tag}`;
  await page.goto(at('tessera', `/workspace/brands/new?from=${from}`));
  await page.locator('#form-displayName').fill(`Browser ${tag}`);
  await page.locator('#form-name').fill(name);
  await page.locator('#form-abbreviation').fill(`BRW${tag}`);
  await page.locator('.panel button[type=submit]').click();
  await expect(page).toHaveURL(new RegExp(`/workspace/brands/${name}$`));
  return name;
}

const preview = (page: Page, kind: 'sign-in' | 'mail') =>
  page.locator(`[data-preview$="/${kind}"] iframe:not([data-waiting])`).contentFrame();

test('a brand is copied, edited with live previews, refused for its contrast, published, seen and undone', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enter(page, world, person.userId);
  await goByNavigation(page, 'brand.studio.title');
  await page.locator('#search').fill('norrvik.localhost');
  await page.locator('.filter button').click();
  await expect(page.locator('.brands li')).toHaveCount(1);
  const name = await copyBrand(page, world);
  await page.getByRole('button', { name: text('brand.studio.publish') }).click();
  await expect(page.locator('main').getByRole('status')).toContainText('1');

  // Previews and contrasts follow the typing; nothing is saved.
  await page.locator('#appName').fill('Harbour Cards');
  await expect(preview(page, 'sign-in').locator('h1')).toContainText('Harbour Cards');
  await expect(preview(page, 'mail').locator('body')).toContainText('Harbour Cards');
  await expect(page.locator('#unsaved')).toBeVisible();
  const pair = page.locator('[data-pair="onPrimary/primary"]');
  await expect(pair).toHaveAttribute('data-passes', 'true');
  await page.locator('#theme-primary').fill('#ffffee');
  await expect(pair).toHaveAttribute('data-passes', 'false');
  await expect(pair.locator('[data-ratio]')).toHaveText('1.01:1');
  await expect(preview(page, 'sign-in').locator('.primary')).toHaveCSS('background-color', 'rgb(255, 255, 238)');
  expect(await page.evaluate(() => history.length)).toBeLessThan(15);

  // Publishing is refused, and the typed values stay.
  await page.getByRole('button', { name: text('brand.studio.publish') }).click();
  await expect(page.locator('.message-problem')).toContainText('WCAG AA');
  await expect(page.locator('.message-problem')).toBeFocused();
  await expect(page.locator('.message-success')).toHaveCount(0);
  await expect(page.locator('#unsaved')).toBeHidden();
  await expect(page.locator('#appName')).toHaveValue('Harbour Cards');
  await expectStudioAccessible(page);
  await page.reload();
  await scripted(page);

  await page.locator('#theme-primary').fill('#0b5c2f');
  await page.getByRole('button', { name: text('brand.studio.publish') }).click();
  await expect(page.locator('main').getByRole('status')).toContainText('2');
  await page.goto(world.at('tessera', `/sdportal/login-signin-component?cobrandHost=${name}`));
  await expect(page.locator('h1')).toContainText('Harbour Cards');
  await expect(page.locator('.primary')).toHaveCSS('background-color', 'rgb(11, 92, 47)');

  await page.goto(world.at('tessera', `/workspace/brands/${name}/history`));
  await page.locator('#version-1 .confirm summary').click();
  await page.locator('#version-1 .confirm button').click();
  await expect(page.locator('main').getByRole('status')).toContainText('3');
  await page.goto(world.at('tessera', `/sdportal/login-signin-component?cobrandHost=${name}`));
  await expect(page.locator('h1')).not.toContainText('Harbour Cards');
});

test('unsaved changes are asked about before they are left, saved ones are not', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await signInBeside(page, world, person.userId, 'tessera');
  await copyBrand(page, world);
  await page.locator('#appName').fill('Never saved');
  await expect(page.locator('#unsaved')).toBeVisible();
  await page.getByRole('link', { name: text('brand.studio.tab.history') }).click();
  await page.getByRole('button', { name: text('form.leave.stay') }).click();
  await expect(page.locator('#appName')).toHaveValue('Never saved');
  await page.getByRole('button', { name: text('brand.studio.save') }).click();
  await expect(page.locator('main').getByRole('status')).toHaveText(text('brand.studio.saved'));
  await page.getByRole('link', { name: text('brand.studio.tab.history') }).click();
  await expect(page).toHaveURL(/history$/);
});

test('who presses a button beside unsaved changes is asked first, and loses them only then', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await signInBeside(page, world, person.userId, 'tessera');
  const name = await copyBrand(page, world);
  await page.getByRole('button', { name: text('brand.studio.publish') }).click();
  await expect(page.locator('main').getByRole('status')).toContainText('1');
  const archive = async () => {
    await page.locator('.confirm summary', { hasText: text('brand.studio.archive') }).click();
    await page.getByRole('button', { name: text('brand.studio.archive.confirm') }).click();
  };
  await page.locator('#appName').fill('Typed meanwhile');
  await archive();
  await page.getByRole('button', { name: text('form.leave.stay') }).click();
  await expect(page.locator('#appName')).toHaveValue('Typed meanwhile');
  const stored = () => world.database.query('SELECT status FROM brands WHERE name = $1', [name]);
  expect(await stored()).toEqual([{ status: 'active' }]);
  await page.getByRole('button', { name: text('brand.studio.archive.confirm') }).click();
  await page.getByRole('link', { name: text('form.leave.leave') }).click();
  await page.getByRole('button', { name: text('brand.studio.bring.back') }).click();
  await expect(page.locator('#appName')).not.toHaveValue('Typed meanwhile');
  expect(await stored()).toEqual([{ status: 'active' }]);
});

test('a server that gives no answer loses nothing typed, and it stays unsaved', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await signInBeside(page, world, person.userId, 'tessera');
  await copyBrand(page, world);
  await scripted(page);
  await page.locator('#appName').fill('Typed offline');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: text('brand.studio.save') }).click();
  await expect(page.locator('.message-problem')).toHaveText(text('server.down'));
  await expect(page.locator('#unsaved')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: text('brand.studio.save') }).click();
  await expect(page.locator('main').getByRole('status')).toHaveText(text('brand.studio.saved'));
  await expect(page.locator('#appName')).toHaveValue('Typed offline');
});

test('the studio is walked by keyboard alone', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await signInBeside(page, world, person.userId, 'tessera');
  await copyBrand(page, world);
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim());
  const walked: (string | undefined)[] = [];
  await page.locator('#main').focus();
  for (let steps = 0; steps < 60 && walked.at(-1) !== text('brand.studio.publish'); steps++) {
    await page.keyboard.press('Tab');
    walked.push(await focused());
    if (walked.at(-1) === 'appName') await page.keyboard.type('By keyboard');
  }
  for (const stop of [
    'displayName',
    'appName',
    'theme-primary',
    text('brand.studio.save'),
    text('brand.studio.publish')
  ]) {
    expect(walked).toContain(stop);
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('status')).toContainText('1');
  await expect(page.locator('#appName')).toHaveValue('By keyboard');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a draft is previewed, saved and published by its buttons', async ({ page, world }) => {
    const person = await aCardholder(world.database, { role: 'Z' });
    await signInBeside(page, world, person.userId, 'tessera');
    const name = await copyBrand(page, world);
    await page.locator('#displayName').fill('Plain Bank');
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/preview/mail') && response.request().method() === 'POST'
    );
    await page.locator('[data-preview-button]').last().click();
    expect(await (await answered).text()).toContain('Plain Bank');
    await expect(page.locator('#displayName')).toHaveValue('Plain Bank');
    await page.getByRole('button', { name: text('brand.studio.save') }).click();
    await expect(page.locator('h1')).toHaveText('Plain Bank');
    await page.getByRole('button', { name: text('brand.studio.publish') }).click();
    await expect(page.locator('main').getByRole('status').first()).toBeFocused();
    await page.goto(world.at('tessera', `/sdportal/login-signin-component?cobrandHost=${name}`));
    await expect(page.locator('html')).toHaveAttribute('data-brand', name);
  });
});

test('two people at one draft: the second chooses, and nothing is lost', async ({ page, browser, world }) => {
  const [ann, ben] = [
    await aCardholder(world.database, { role: 'Z' }),
    await aCardholder(world.database, { role: 'Z' })
  ];
  await signInBeside(page, world, ann.userId, 'tessera');
  const name = await copyBrand(page, world);
  const other = await (await browser.newContext()).newPage();
  await enterAt(other, world, ben.userId, `/workspace/brands/${name}`);
  await page.locator('#displayName').fill('By the first');
  await page.getByRole('button', { name: text('brand.studio.save') }).click();
  await expect(page.locator('main').getByRole('status')).toHaveText(text('brand.studio.saved'));
  await other.locator('#displayName').fill('By the second');
  await other.locator('#appName').fill('App of the second');
  await other.getByRole('button', { name: text('brand.studio.save') }).click();
  await expect(other.locator('form [role=alert]')).toContainText(text('brand.conflict.title'));
  await expect(other.locator('.difference')).toHaveCount(2);
  await expectStudioAccessible(other);
  await other.locator('form.panel button[type=submit]').click();
  await expect(other.locator('#displayName')).toHaveValue('By the first');
  await expect(other.locator('#appName')).toHaveValue('App of the second');
});

for (const language of ['en-US', 'ja-JP']) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test('every page of the studio is accessible and fits at 1280 and 375 pixels', async ({ page, world }) => {
      test.setTimeout(90_000);
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      const person = await aCardholder(world.database, { role: 'Z' });
      await signInBeside(page, world, person.userId, 'tessera');
      const name = await copyBrand(page, world, 'eschenthal');
      await page.locator('#theme-mutedText').fill('#999999');
      await page.locator('.studio-actions .primary').click();
      await expect(page.locator('.message-problem')).toBeFocused();
      await page.goto(world.at('tessera', `/workspace/brands/${name}/hostnames`));
      await page.locator('#form-hostname').fill(`cards.${name}.example`);
      await page.locator('.narrow button[type=submit]').click();
      await expect(page.locator('.hostname')).toContainText(`cards.${name}.example`);
      await world.database.query(
        "UPDATE brand_hostnames SET verified_at = now() WHERE hostname = 'eschenthal.localhost'"
      );
      const paths = [
        '',
        '/new',
        `/${name}`,
        `/${name}/texts`,
        `/${name}/images`,
        `/${name}/hostnames`,
        '/eschenthal/history'
      ];
      for (const path of paths) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(world.at('tessera', `/workspace/brands${path}`), { waitUntil: 'load' });
        for (const width of [1280, 375]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect([path, width, overflow]).toEqual([path, width, 0]);
          await keepPicture(page, `studio${path.replace(name, 'brand').replaceAll('/', '-')}-${width}`);
        }
        await expectStudioAccessible(page);
      }
      expect(problems).toEqual([]);
    });
  });
}

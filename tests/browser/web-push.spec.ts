import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, scripted } from '../support/workspace-walk';

/** What a browser without a push service of its own would answer: its permission, and one subscription. */
interface Pretended {
  permission: 'denied' | 'granted';
  /** What the person answers when asked; before that nothing is decided. */
  isAsked: boolean;
}

test('C2.027 a person has notices come to a browser: blocked, not offered, turned on and off again', async ({
  page,
  world
}) => {
  const company = await aCompany(world.database, await anIssuer(world.database), { name: 'Harbour Works' });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  const part = page.getByRole('region', { name: text('profile.notices'), exact: true });
  const told = part.locator('[aria-live]');
  const turnOn = part.getByRole('button', { name: text('notice.push.turn.on') });
  const turnOff = part.getByRole('button', { name: text('notice.push.turn.off') });
  /** The script by which the next pages believe in such a browser. */
  const pretend = (pretended: Pretended | null) =>
    page.addInitScript((how) => {
      if (how === null) {
        Reflect.deleteProperty(window, 'PushManager');
        return;
      }
      const kept = () => sessionStorage.getItem('pushed') !== null;
      const bytes = (count: number, first: number) =>
        btoa(String.fromCharCode(first, ...Array.from({ length: count - 1 }, (_, at) => at)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '');
      const subscription = {
        endpoint: 'https://93.184.215.14/push/browser',
        toJSON: () => ({
          endpoint: 'https://93.184.215.14/push/browser',
          expirationTime: null,
          keys: { p256dh: bytes(65, 4), auth: bytes(16, 0) }
        }),
        unsubscribe: async () => sessionStorage.removeItem('pushed')
      };
      Object.defineProperty(Notification, 'permission', {
        configurable: true,
        get: () => (how.isAsked && !kept() ? 'default' : how.permission)
      });
      Notification.requestPermission = async () => how.permission;
      PushManager.prototype.subscribe = async () => {
        sessionStorage.setItem('pushed', 'yes');
        return subscription as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () =>
        kept() ? (subscription as unknown as PushSubscription) : null;
    }, pretended);
  const open = async () => {
    await page.goto(world.at('tessera', '/workspace/profile'));
    await scripted(page);
  };
  const seen = async (picture: string) => {
    await expectAccessible(page);
    await part.scrollIntoViewIfNeeded();
    await keepPicture(page, picture);
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
    await keepPicture(page, `${picture}-375`);
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  await enter(page, world, C.userId);
  await pretend({ permission: 'denied', isAsked: true });
  await open();
  await expect(told).toHaveText(text('notice.push.off'));
  await turnOn.focus();
  await page.keyboard.press('Enter');
  await expect(told).toHaveText(text('notice.push.blocked'));
  await expect(turnOn).toHaveCount(0);
  await seen('web-push-blocked');

  await pretend({ permission: 'granted', isAsked: true });
  await open();
  await turnOn.click();
  await expect(told).toHaveText(text('notice.push.on'));
  await seen('web-push-on');
  // The real worker is registered under the page's policy, for the workspace alone.
  expect(
    await page.evaluate(async () => {
      const { active, installing, waiting, scope } = (await navigator.serviceWorker.getRegistration(
        '/workspace/'
      )) as ServiceWorkerRegistration;
      return [new URL((active ?? waiting ?? installing)?.scriptURL ?? '').pathname, new URL(scope).pathname];
    })
  ).toEqual(['/push-worker.js', '/workspace/']);
  await open();
  await expect(told).toHaveText(text('notice.push.on'));
  const count = async () => {
    const rows = await world.database.query('SELECT 1 FROM push_subscriptions WHERE user_id = $1', [C.id]);
    return rows.length;
  };
  expect(await count()).toBe(1);

  // The kinds that come are chosen beside those that come by mail.
  await part.getByRole('checkbox', { name: text('notice.group.jobs') }).check();
  await part.getByRole('button', { name: text('form.save') }).click();
  await expect(page.getByText(text('profile.notices.saved'))).toBeVisible();
  await scripted(page);
  await expect(part.getByRole('checkbox', { name: text('notice.group.jobs') })).toBeChecked();
  await turnOff.click();
  await expect(told).toHaveText(text('notice.push.off'));
  expect(await count()).toBe(0);

  // Signing out by hand ends it; a session that expires doesn't.
  await turnOn.click();
  await expect(told).toHaveText(text('notice.push.on'));
  await world.database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [C.id]);
  await enter(page, world, C.userId);
  await open();
  await expect(told).toHaveText(text('notice.push.on'));
  await page.getByRole('button', { name: /Carla Berg/ }).click();
  await page.getByRole('menuitem', { name: text('sign.out') }).click();
  await page.waitForURL(/logout-component/);
  expect(await count()).toBe(0);

  await enter(page, world, C.userId);
  await pretend(null);
  await open();
  await expect(told).toHaveText(text('notice.push.unsupported'));
  await expect(turnOn).toHaveCount(0);
  await expectAccessible(page);
});

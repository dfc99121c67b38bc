import type { Page } from '@playwright/test';
import { expect, expectAccessible, keepPicture, test, type World } from '../support/browser';
import { codeIn } from '../support/mailbox';
import { PASSWORD } from '../support/people';
import { firstSignIn, signIn } from '../support/portal-walk';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAssignment,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson
} from '../support/structure';
import { text } from '../support/texts';
import {
  chooseAction,
  enter,
  enterAt,
  notice,
  openPersonMenu,
  scripted,
  signInBeside,
  signOutByMenu
} from '../support/workspace-walk';

const BRAND = 'wendemere';

async function aWorld({ database }: World) {
  const issuer = await anIssuer(database);
  const group = await aCompanyGroup(database, issuer, { name: 'Harbour Group' });
  const company = await aCompany(database, group, { name: 'Harbour Logistics', number: 'HL01' });
  const point = await anOrgPoint(database, company, { name: 'Night shift' });
  const account = await anAccount(database, point, { name: 'Ada Holm', lastFour: '4711' });
  await database.query('INSERT INTO issuer_brands VALUES ($1, $2)', [issuer.id, BRAND]);
  const names = { firstName: 'Ines', lastName: 'Moreau' };
  return { issuer, group, company, point, account, admin: await aUserAt(database, 'G', group, names) };
}

const signOut = async (page: Page) => {
  await signOutByMenu(page);
  await page.waitForURL(/logout-component/);
};

async function openUser(page: Page, { at }: World, { id }: Pick<PlacedPerson, 'id'>): Promise<void> {
  await page.goto(at(BRAND, `/workspace/people/${id}`));
}

test('C2.008 an administrator makes a company administrator and a cardholder, who sign in with the mailed passwords', async ({
  page,
  world
}) => {
  test.slow();
  const { admin } = await aWorld(world);
  await enter(page, world, admin.userId, BRAND);
  for (const [role, email, place] of [
    ['Company Program Administrator', 'ines.c@mail.example', /Harbour Logistics/],
    ['Cardholder', 'ines.a@mail.example', /4711/]
  ] as const) {
    await page.goto(world.at(BRAND, '/workspace/people'));
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByRole('link', { name: role, exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect(page.getByRole('alert').first()).toContainText('First name');
    await page.getByLabel('First name').fill('Ines');
    await page.getByLabel('Last name').fill('Duarte');
    await page.getByLabel('Email address').fill(email);
    const option = page.locator('#form-place option', { hasText: place });
    await page.locator('#form-place').selectOption((await option.getAttribute('value')) as string);
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect(notice(page)).toContainText('User created');
    await expectAccessible(page);
  }
  await signOut(page);
  for (const [email, home] of [
    ['ines.c@mail.example', 'Company Program Administrator'],
    ['ines.a@mail.example', 'Cardholder']
  ] as const) {
    await firstSignIn({ page, world, brand: BRAND }, email);
    await expect(page.locator('.side .person')).toContainText(home);
    await signOut(page);
  }
});

test('an administrator unlocks a user, who signs in again', async ({ page, world }) => {
  const { admin, account } = await aWorld(world);
  const holder = await aUserAt(world.database, 'A', account, { status: 'locked', lockCause: 'password_attempts' });
  await enterAt(page, world, admin.userId, '/workspace/people?status=locked', BRAND);
  await page.getByRole('link', { name: 'Example, Robin' }).click();
  await expect(page.getByText('Locked after 6 failed sign-ins')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await expect(notice(page)).toContainText('User unlocked');
  await signOut(page);
  await enter(page, world, holder.userId, BRAND);
});

test('C6.017 C6.018 an administrator sees the workspace as a user, always told so, and goes back', async ({
  page,
  world
}) => {
  const { admin, company } = await aWorld(world);
  const target = await aUserAt(world.database, 'C', company, { firstName: 'Noor', lastName: 'Haddad' });
  await signInBeside(page, world, admin.userId, BRAND);
  await openUser(page, world, target);
  await page.getByRole('button', { name: 'View as user' }).click();
  await page.waitForURL(/\/workspace$/);
  const banner = page.getByRole('region', { name: 'Viewing as user' });
  await expect(banner).toContainText('Noor Haddad');
  await expectAccessible(page);
  await page.goto(world.at(BRAND, '/workspace/people'));
  await expect(banner).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moreau, Ines' })).toHaveCount(0);
  for (const path of ['/workspace/profile', '/workspace/people/own-roles']) {
    const answer = await page.goto(world.at(BRAND, path));
    expect(answer?.status()).toBe(404);
  }
  await page.goto(world.at(BRAND, '/workspace'));
  await banner.getByRole('button').click();
  await expect(notice(page)).toContainText('You are back in your workspace');
  await expect(page.locator('.side .person')).toContainText('Ines Moreau');
  await page.goto(world.at(BRAND, '/workspace/profile'));
  await expect(page.locator('h1')).toHaveText('Profile');
});

test('a user has one primary action and two others; the rest is in a menu, what is dangerous apart', async ({
  page,
  world
}) => {
  const { admin, company } = await aWorld(world);
  const target = await aUserAt(world.database, 'C', company, { firstName: 'Noor', lastName: 'Haddad' });
  await signInBeside(page, world, admin.userId, BRAND);
  await openUser(page, world, target);
  const actions = page.locator('.page-head .actions');
  await expect(actions.locator('.button, button').filter({ visible: true })).toHaveText([
    text('access.as.user'),
    text('user.password.send'),
    text('actions.more'),
    text('user.edit')
  ]);
  await expect(actions.locator('.primary').filter({ visible: true })).toHaveText(text('user.edit'));
  await expectAccessible(page);
  await scripted(page);
  await actions.getByRole('button', { name: text('actions.more') }).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expect(page.locator('[role=separator] ~ [role=menuitem]')).toHaveText([
    text('user.event.deactivate'),
    text('user.event.lock'),
    text('user.event.delete')
  ]);
  await expectAccessible(page);
  await keepPicture(page, 'user-actions');
  await page.keyboard.press('Escape');
  await chooseAction(page, text('user.event.lock'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: text('form.cancel') })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: text('user.event.lock'), exact: true }).click();
  await expect(notice(page)).toContainText('User locked');
  await expect(dialog).toHaveCount(0);
  await expect(actions.getByRole('button', { name: text('user.event.unlock'), exact: true })).toBeVisible();
});

test('C6.010 C8.018 a system administrator sees users of a company with a read-only notice', async ({
  page,
  world
}) => {
  const { company } = await aWorld(world);
  const [system, target] = [await aUserAt(world.database, 'Z', null), await aUserAt(world.database, 'C', company)];
  await signInBeside(page, world, system.userId, BRAND);
  await openUser(page, world, target);
  await expect(page.getByText('View only: system administrators')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit user' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  const edit = await page.goto(world.at(BRAND, `/workspace/people/${target.id}/edit`));
  expect(edit?.status()).toBe(404);
});

test('C6.016 a person switches between roles, and sees another part then', async ({ page, world }) => {
  const { admin, issuer } = await aWorld(world);
  const other = await aCompany(world.database, issuer, { name: 'Quay Works' });
  await anAssignment(world.database, admin, 'C', other);
  await enter(page, world, admin.userId, BRAND);
  await openPersonMenu(page);
  await page.getByRole('menuitem', { name: text('own.roles.title'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('own.roles.title'));
  await expectAccessible(page);
  await page.getByRole('listitem').filter({ hasText: 'Quay Works' }).getByRole('button', { name: 'Switch' }).click();
  await expect(notice(page)).toContainText('Role switched');
  await expect(page.locator('.side .person')).toContainText('Company Program Administrator');
  await page.goto(world.at(BRAND, '/workspace/people'));
  await expect(page.getByText('No users in your part')).toBeVisible();
});

test('F-1 C4.029 C2.003 a person confirms a link by the whole sign-in of the other id, and chooses its role', async ({
  page,
  world
}) => {
  const { company, account, issuer } = await aWorld(world);
  await world.database.query(
    "INSERT INTO settings (issuer_id, node_id, key, value) VALUES ($1, $1, 'multi.user', 'true')",
    [issuer.id]
  );
  const [admin, primary, second] = [
    await aUserAt(world.database, 'C', company),
    await aUserAt(world.database, 'C', company, { lastName: 'Primary' }),
    await aUserAt(world.database, 'A', account, { lastName: 'Second' })
  ];
  await signInBeside(page, world, admin.userId, BRAND);
  await openUser(page, world, primary);
  await page.getByRole('link', { name: 'Link a user ID' }).click();
  await page.getByRole('combobox', { name: text('user.link.other') }).fill('second');
  await page.getByRole('option', { name: /Second/ }).click();
  await page.getByRole('button', { name: 'Link a user ID' }).click();
  await expect(page.getByText('Unconfirmed', { exact: true })).toBeVisible();
  await signOut(page);
  const mails = () => world.mailbox.next(second.email);
  expect((await mails()).subject).toBe('Your user ID is to be linked');
  await enterAt(page, world, primary.userId, '/workspace/people/own-roles', BRAND);
  await expect(page.getByRole('button', { name: 'Refuse the link' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password of that user ID').fill('wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Password of that user ID').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link a user ID');
  await expectAccessible(page);
  await keepPicture(page, 'link-code');
  await page.getByLabel('Six-digit code').fill(codeIn(await mails()));
  await page.getByRole('button', { name: 'Link this user ID' }).click();
  await expect(notice(page)).toContainText('User ID linked');
  await signOut(page);
  await signIn({ page, world, brand: BRAND }, primary);
  await page.waitForURL(/\/own-roles\/choose$/);
  await expectAccessible(page);
  await keepPicture(page, 'choose-role');
  await page.getByRole('button', { name: 'Use this role' }).click();
  await expect(page.locator('.side .person')).toContainText('Cardholder');
  await signOut(page);
  await signIn({ page, world, brand: BRAND }, second);
  await expect(page.locator('#error-summary')).toBeVisible();
  const told = (await mails()).text ?? '';
  await page.goto(/https?:\S+link-refusal-component\S+/.exec(told)?.[0] ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refuse a link of user IDs');
  await expectAccessible(page);
  await keepPicture(page, 'refuse-link');
  await page.getByRole('button', { name: 'Refuse the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The link is refused');
  await enter(page, world, second.userId, BRAND);
});

test('templates, groups and the policy table are kept by keyboard; members of a group are picked by name', async ({
  page,
  world
}) => {
  const { company, account } = await aWorld(world);
  const admin = await aUserAt(world.database, 'C', company);
  const holder = await aUserAt(world.database, 'A', account, { firstName: 'Greta', lastName: 'Lind' });
  await enterAt(page, world, admin.userId, '/workspace/people/user-groups/new', BRAND);
  await scripted(page);
  await page.getByLabel('Name').fill('Night approvers');
  const members = page.getByRole('combobox', { name: 'Users' });
  await members.fill('nobody');
  await expect(page.locator('.people').getByRole('status')).toHaveText(text('form.no.match'));
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('You manage no user nobody')).not.toHaveCount(0);
  await members.fill('lind gre');
  const option = page.getByRole('option', { name: /Greta Lind/ });
  await expect(option).toContainText(holder.userId);
  await expectAccessible(page);
  await members.press('Enter');
  const picked = page.getByRole('row', { name: /Greta Lind/ });
  await expect(picked).toBeVisible();
  await expect(members).toBeFocused();
  await expect(members).toHaveValue('');
  await expectAccessible(page);

  // A removed tag leaves the focus in the field, where the next person is picked.
  await members.press('Shift+Tab');
  await page.keyboard.press('Delete');
  await expect(picked).toHaveCount(0);
  await expect(members).toBeFocused();
  await members.fill('lind');
  await option.click();
  await expect(picked).toBeVisible();
  await keepPicture(page, 'people-picker');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('link', { name: 'Night approvers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night approvers');
  await expect(page.getByRole('row', { name: /Greta Lind/ })).toBeVisible();
  await page.goto(world.at(BRAND, '/workspace/people/authority-templates/new?role=O'));
  await scripted(page);
  await page.getByLabel('Name').fill('Shift leads');
  await page.getByLabel('Users: view').check();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Shift leads' })).toBeVisible();
  await page.goto(world.at(BRAND, '/workspace/people/policy'));
  await expect(page.getByRole('row', { name: /^Users/ })).toContainText('view, edit');
});

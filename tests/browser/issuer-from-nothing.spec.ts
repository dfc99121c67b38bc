import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, type World } from '../support/browser';
import { aCardNumber } from '../support/card-numbers';
import { firstSignIn } from '../support/portal-walk';
import { aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, goByNavigation, notice } from '../support/workspace-walk';

/** The name of a role in the bar. */
const ROLES: Record<string, string> = {
  I: 'Issuer Program Administrator',
  C: 'Company Program Administrator',
  A: 'Cardholder'
};
const BRAND = 'cobaltrow';

/** A user at the portal of a brand, with the following pages. */
class Person {
  constructor(
    readonly page: Page,
    readonly world: World,
    readonly brand: string
  ) {}

  /** Signs in with the mailed password, chooses a new one, and reaches the workspace in that role. */
  async firstSignIn(email: string, role: string): Promise<void> {
    await this.page.context().clearCookies();
    await firstSignIn(this, email);
    await expect(this.page.locator('html')).toHaveAttribute('data-brand', this.brand);
    await expect(this.page.locator('.side .person')).toContainText(ROLES[role] as string);
    await expectAccessible(this.page);
  }

  goTo(key: string): Promise<void> {
    return goByNavigation(this.page, key);
  }

  async follow(key: string): Promise<void> {
    await this.page
      .locator('main')
      .getByRole('link', { name: text(key), exact: true })
      .click();
  }

  /** Fills the page's form by field name and submits it. */
  async fill(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const field = this.page
        .locator(`main [name="${name}"]`)
        .and(this.page.locator('input, select, textarea'))
        .first();
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await this.page.locator('.record-form button[type=submit]').click();
  }

  async isTold(key: string): Promise<void> {
    await expect(notice(this.page)).toContainText(text(key));
  }

  /** Creates a user with a role at the place of this name. */
  async addUser(role: string, place: string, email: string): Promise<void> {
    await this.goTo('users.title');
    await this.follow('user.new');
    await this.page.locator(`main a[href$="role=${role}"]`).click();
    await this.page.locator('#form-place').waitFor();
    const choices = this.page.locator('select#form-place option', { hasText: place });
    if ((await choices.count()) > 0)
      await this.page.locator('#form-place').selectOption(await choices.first().getAttribute('value'));
    else {
      await this.page.locator('#form-place').fill(place);
      await this.page.getByRole('option', { name: place }).click();
    }
    await this.fill({ firstName: 'Ines', lastName: 'Duarte', email });
    await this.isTold('user.done.created');
    await expectAccessible(this.page);
  }
}

test('C2.009 C2.008 C2.012 C3.003 an issuer is set up from nothing to a company administrator and a cardholder who both sign in', async ({
  page,
  world
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const card = aCardNumber();
  const mailOf = (role: string) => `from.nothing.${role.toLowerCase()}@mail.example`;

  // The system administrator makes the issuer, gives it its brand and its first administrator.
  const system = new Person(page, world, 'tessera');
  const { userId } = await aUserAt(world.database, 'Z', null);
  await enter(page, world, userId);
  await system.goTo('issuer.title');
  await system.follow('issuer.new');
  await page.locator('main').getByLabel('Cobalt Row Commercial').check();
  await system.fill({
    number: 'FJORD',
    name1: 'Fjordal Bank',
    icas: '4321',
    timeZone: 'Europe/Oslo',
    baseCurrency: 'NOK'
  });
  await system.isTold('structure.done.created');
  await system.addUser('I', 'Fjordal Bank', mailOf('I'));

  // The issuer's administrator sets up the site, the programme, a set-up list, and a company with its administrator.
  const issuer = new Person(page, world, BRAND);
  await issuer.firstSignIn(mailOf('I'), 'I');
  await issuer.goTo('configuration.issuer');
  await page.locator('#settings-list-page-size').fill('80');
  await page.locator('form:has(#settings-list-page-size) button[type=submit]').click();
  await expect(page.getByText(text('configuration.saved'))).toBeFocused();
  await issuer.goTo('program.options');
  await issuer.follow('program.option.new');
  for (const feature of await page.locator('main').getByRole('checkbox').all()) await feature.check();
  await issuer.fill({ name: 'Fjord Corporate', programType: 'corporate' });
  await issuer.isTold('program.option.created');
  await issuer.goTo('setup.title');
  await page.locator('main').getByRole('link', { name: 'Dispute reasons', exact: true }).click();
  await issuer.follow('setup.add');
  await page.locator('main [name=code]').fill('ND');
  await page.locator('main [name=name]').fill('Not delivered');
  await page
    .locator('main')
    .getByRole('button', { name: text('setup.save'), exact: true })
    .click();
  await expect(page.getByRole('cell', { name: 'Not delivered', exact: true })).toBeVisible();
  await issuer.goTo('structure.title');
  await page
    .getByRole('row', { name: /Fjordal Bank/ })
    .getByRole('link', { name: 'Fjordal Bank' })
    .click();
  await issuer.follow('structure.add.company');
  await issuer.fill({ number: 'C100', name1: 'Brygge Logistikk', currency: 'NOK' });
  await issuer.isTold('structure.done.created');
  await issuer.addUser('C', 'Brygge Logistikk', mailOf('C'));

  // The company's administrator builds what is below it, and makes the cardholder.
  const company = new Person(page, world, BRAND);
  await company.firstSignIn(mailOf('C'), 'C');
  await company.goTo('structure.title');
  await page
    .getByRole('row', { name: /Brygge Logistikk/ })
    .getByRole('link', { name: 'Brygge Logistikk' })
    .click();
  await company.follow('structure.add.org_point');
  await company.fill({ number: 'P1', name1: 'Terminal North', level: '1' });
  await company.follow('structure.add.account');
  await company.fill({ cardNumber: card, name1: 'Ines Duarte', ica: '4321', creditLimit: '15000' });
  await company.isTold('structure.done.created');
  await company.addUser('A', 'Ines Duarte', mailOf('A'));

  // The cardholder sees the own account and no administration.
  const cardholder = new Person(page, world, BRAND);
  await cardholder.firstSignIn(mailOf('A'), 'A');
  await expect(page.locator('.side').getByRole('link', { name: text('users.title'), exact: true })).toHaveCount(0);
  expect((await page.goto(world.at(BRAND, '/workspace/people')))?.status()).toBe(404);
});

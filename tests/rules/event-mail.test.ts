import type { Principal } from '@/lib/access/policy/principal';
import { renderMail } from '@/lib/brand/mail/render';
import { acceptUpload, GRAPHICS } from '@/lib/core/files/uploads';
import { createUser } from '@/lib/directory/people/create-user';
import { newUserSchema } from '@/lib/directory/people/schema';
import { changeAccountState } from '@/lib/directory/structure/change-account-state';
import { createAccount } from '@/lib/directory/structure/create-account';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aNewAccount } from '../support/new-account';
import { aPrincipalAt } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { granted } from '../support/results';
import { aRecord, recordNow, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { signInAddress } from '../support/users';

const world = useDatabase({ seeded: true });
let issuer: StructureNode;
let company: StructureNode;
let by: Principal;
let count = 0;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  by = await aPrincipalAt(world.current, 'I', issuer);
});

const desk = () => `desk${++count}@mail.example`;
const written = (to: string) => queuedMails(world.current, to);
const TEMPLATE = { name: 'Ours', language: 'da', subject: 'Nyt hos os', body: 'Kort nyt:\nså er det sket.' };

async function hire(at: StructureNode) {
  const email = desk();
  const user = newUserSchema.parse({ firstName: 'Nora', lastName: 'Berg', email, role: 'C', place: at.id });
  expect((await createUser(by, user, signInAddress, ORIGIN)).ok).toBe(true);
  return email;
}

test('C3.030 the company’s addresses get a mail that a user was created, in our words', async () => {
  const to = [desk(), desk()];
  await aRecord(by, 'email-setting', recordsOf(company), { event: 'user_created', recipients: to.join() });
  const email = await hire(company);
  expect((await written(email)).map(({ template }) => template)).toEqual(['user_created', 'temporary_password']);
  for (const one of to) {
    const [mail, ...more] = await written(one);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'event', params: { event: 'user_created', about: 'Nora Berg' } });
    const { subject, text } = await renderMail(mail as never, 'tessera');
    expect(subject).toBe('A user was created');
    expect(text).toContain('Nora Berg');
  }
  await hire(await aCompany(world.current, issuer));
  expect(await written(to[0] as string)).toHaveLength(1);
});

test('C2.032 C3.030 a template brings words, a language and a footer; those it concerns get them too', async () => {
  const png = new Uint8Array(200);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const upload = granted(await acceptUpload(new File([png], 'footer.png'), GRAPHICS, by, ORIGIN));
  await aRecord(by, 'email-template', recordsOf(issuer), { ...TEMPLATE, footer: upload });
  await aRecord(by, 'email-setting', recordsOf(company), {
    event: 'user_created',
    toCardholder: true,
    template: 'Ours'
  });
  const [, mail] = await written(await hire(company));
  expect(mail).toMatchObject({ template: 'event', locale: 'da', footerId: expect.any(String) });
  const { subject, text, html } = await renderMail(mail as never, 'tessera');
  expect(subject).toBe('Nyt hos os');
  expect(text).toContain('Kort nyt:\nså er det sket.');
  expect(html).toContain('<img src="cid:footer"');
  expect(html).toContain('<html lang="da"');
});

test("C3.030 a company's own setting goes before its issuer's, and an inactive one is none", async () => {
  const [theirs, ours] = [desk(), desk()];
  await aRecord(by, 'email-setting', recordsOf(issuer), { event: 'account_opened', recipients: theirs });
  const own = await aRecord(by, 'email-setting', recordsOf(company), { event: 'account_opened', recipients: ours });
  const open = async () => {
    expect((await createAccount(by, company.id, aNewAccount(), ORIGIN)).ok).toBe(true);
  };
  await open();
  expect([(await written(theirs)).length, (await written(ours)).length]).toEqual([0, 1]);
  const { version } = await recordNow(by, 'email-setting', issuer.id, own);
  await activateRecord(by, entityNamed('email-setting'), { issuerId: issuer.id, id: own, version }, false, ORIGIN);
  await open();
  expect([(await written(theirs)).length, (await written(ours)).length]).toEqual([1, 1]);
});

test('C3.030 cardholders get a mail that their account is closed', async () => {
  await aRecord(by, 'email-setting', recordsOf(company), { event: 'account_closed', toCardholder: true });
  const account = await anAccount(world.current, company, { lastFour: '4711' });
  await aUserAt(world.current, 'A', account);
  const [user] = await world.current.query<{ email: string }>(
    `SELECT u.email FROM users u JOIN assignments a ON a.user_id = u.id JOIN assignment_nodes n ON n.assignment_id = a.id WHERE n.node_id = $1`,
    [account.id]
  );
  const [{ version } = { version: 0 }] = await world.current.query<{ version: number }>(
    'SELECT version FROM nodes WHERE id = $1',
    [account.id]
  );
  expect((await changeAccountState(by, account.id, { event: 'close', version }, ORIGIN)).ok).toBe(true);
  const [mail] = await written(user?.email as string);
  expect(mail).toMatchObject({
    template: 'event',
    params: { event: 'account_closed', about: expect.stringContaining('•••• 4711') }
  });
});

// npm run first-administrator -- --user-id … --first-name … --last-name … --email … [--host-name …]: begins an
// installation with its first system administrator, and with the default brand if there is no brand.
import { parseArgs } from 'node:util';
import { closeDatabase } from '../lib/core/database/database';
import { createFirstAdministrator, firstAdministratorSchema } from '../lib/directory/people/first-administrator';
import { closeHashing } from '../lib/sign-in/password/password-hash';
import { publishFirstBrand } from './seed/first-brand';

const ORIGIN = { requestId: 'first-administrator', address: '127.0.0.1', userAgent: '' };
const text = { type: 'string', default: '' } as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'user-id': text, 'first-name': text, 'last-name': text, email: text, 'host-name': text }
  });
  const parsed = firstAdministratorSchema.safeParse({
    userId: values['user-id'],
    firstName: values['first-name'],
    lastName: values['last-name'],
    email: values.email
  });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`--user-id, --first-name, --last-name and --email are needed.\n${faults.join('\n')}`);
  }
  const begun = await publishFirstBrand(values['host-name'], ORIGIN);
  const { password, expiresAt } = await createFirstAdministrator(parsed.data, ORIGIN);
  process.stdout.write(
    `${begun ? `The default brand was created for ${values['host-name']}. Publish your own in the workspace, under Brands.\n` : ''}` +
      `User ID\t${parsed.data.userId}\nTemporary password\t${password}\nValid until\t${expiresAt.toISOString()}\n` +
      'The password is not shown again and must be changed at the first sign-in.\n'
  );
}

main()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\nNo administrator was created.\n`);
    process.exitCode = 1;
  })
  .finally(async () => {
    await closeHashing();
    await closeDatabase();
  });

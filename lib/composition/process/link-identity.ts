// npm run link-identity -- <brand> <user id> <subject>: who a subject of the brand's identity provider is here.
// npm run link-identity -- <brand> <user id>: takes the link away.
import { closeDatabase } from '../../core/database/database';
import { linkIdentity } from '../../sign-in/federation/links';
import { subjectSchema } from '../../sign-in/federation/schema';

const ORIGIN = { requestId: 'link-identity', address: '127.0.0.1', userAgent: '' };

async function main(): Promise<void> {
  const [brandName, userId, given] = process.argv.slice(2);
  if (!brandName || !userId) throw new Error('Usage: npm run link-identity -- <brand> <user id> [subject]');
  const subject = given === undefined ? null : subjectSchema.parse(given);
  await linkIdentity({ brandName, userId, subject }, ORIGIN);
  process.stdout.write(subject === null ? 'The link is gone.\n' : 'Linked.\n');
}

main()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\nNothing was changed.\n`);
    process.exitCode = 1;
  })
  .finally(closeDatabase);

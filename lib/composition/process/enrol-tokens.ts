// npm run enrol-tokens -- <seed file> <issuer number>: gives users their tokens, from a PSKC file (RFC 6030).
import { readFileSync } from 'node:fs';
import { closeDatabase } from '../../core/database/database';
import { closeHashing } from '../../sign-in/password/password-hash';
import { enrolTokens, parseSeedFile } from '../../sign-in/token/token-enrolment';

async function main(): Promise<void> {
  const [file, issuerNumber] = process.argv.slice(2);
  if (!file || !issuerNumber) throw new Error('Usage: npm run enrol-tokens -- <seed file> <issuer number>');
  const seeds = parseSeedFile(readFileSync(file, 'utf8'));
  const enrolled = await enrolTokens(issuerNumber, seeds, {
    requestId: 'enrol-tokens',
    address: '127.0.0.1',
    userAgent: ''
  });
  const lines = enrolled.map(({ serialNumber, userId, firstPin }) => `${serialNumber}\t${userId}\t${firstPin}\n`);
  process.stdout.write(
    `Serial number\tUser ID\tFirst PIN\n${lines.join('')}` +
      `${enrolled.length} token(s) enrolled. The first PINs are not shown again: tell each user theirs, apart from the token.\n` +
      'Delete the seed file: whoever has it has the tokens.\n'
  );
}

main()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\nNothing was enrolled.\n`);
    process.exitCode = 1;
  })
  .finally(async () => {
    await closeHashing();
    await closeDatabase();
  });

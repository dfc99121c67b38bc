import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metadata } from 'next';
import { SoftToken } from './soft-token';

export const metadata: Metadata = { title: 'Software token – demo' };

/** A software token in the browser, for trying the token flows of the demo. */
export default function SoftTokenPage() {
  const seedFile = readFileSync(join(process.cwd(), 'app/demo/soft-token/seed-file.xml'), 'utf8');
  return (
    <div className="card wide">
      <h1>Software token</h1>
      <p>
        Shows the passcode that a token user types instead of a password. The demo has one: <strong>tove.nilsen</strong>
        . The first PIN is 1357, and has to be changed at the first sign-in.
      </p>
      <SoftToken seedFile={seedFile} />
    </div>
  );
}

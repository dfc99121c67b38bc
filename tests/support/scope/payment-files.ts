import { randomUUID } from 'node:crypto';
import { may } from '@/lib/access/policy/principal';
import { refused } from '@/lib/core/entry/refusal';
import { lastAnswers } from '@/lib/money/rails/answers';
import { uploadAnswer } from '@/lib/money/rails/bring-answer';
import { downloadFile } from '@/lib/money/rails/download-file';
import { accountsOfFile, paymentsOfFile, repaymentsOfFile, seenFile } from '@/lib/money/rails/files';
import { PAYMENT_FILES } from '@/lib/money/rails/listing';
import { uncollected, unpaid, unvalidated } from '@/lib/money/rails/uncollected';
import { ORIGIN } from '../module-world';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

interface Made {
  files: string[];
  answers: string[];
}

const made = new WeakMap<ScopeWorld, Made>();
const of = (world: ScopeWorld): Made => made.get(world) ?? { files: [], answers: [] };

/** Files for banks and their answers belong to their issuer: whoever has all of it sees them. */
export const paymentFiles: ScopeModule = {
  name: 'payment files',
  async populate(world) {
    const kept: Made = { files: [], answers: [] };
    for (const issuer of world.all('issuer')) {
      const [file, bytes, answer] = [randomUUID(), randomUUID(), randomUUID()];
      await world.database.query(
        "INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256) VALUES ($1, $2, 'a.ach', 'text/plain', 0, sha256('x'))",
        [issuer.id, bytes]
      );
      await world.database.query(
        `INSERT INTO payment_files (issuer_id, id, rail, number, message_id, currency, collect_on, payment_count, total, written_at, file_id)
         VALUES ($1, $2, 'nacha', 1, 'A-1', 'USD', '2026-03-02', 1, 100, now(), $3)`,
        [issuer.id, file, bytes]
      );
      await world.database.query(
        `INSERT INTO payment_answers (issuer_id, id, source, file_name, file_sha256, brought_at, identity)
         VALUES ($1, $2, 'upload', 'a.ach', sha256('x'), now(), 'x')`,
        [issuer.id, answer]
      );
      for (const id of [file, answer]) world.placeOf.set(id, issuer.id);
      kept.files.push(file);
      kept.answers.push(answer);
    }
    made.set(world, kept);
  },
  readers: {
    PAYMENT_FILES: (principal, world) => exported(principal, PAYMENT_FILES, world),
    seenFile: async (principal, world) => {
      const found = await Promise.all(of(world).files.map((id) => seenFile(principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    paymentsOfFile: async (principal, world) => {
      await uncollected(principal);
      await unvalidated(principal);
      const found = await Promise.all(of(world).files.map((id) => paymentsOfFile(principal, id)));
      return found.flat().map(idOf);
    },
    accountsOfFile: async (principal, world) => {
      const found = await Promise.all(of(world).files.map((id) => accountsOfFile(principal, id)));
      return found.flat().map(idOf);
    },
    // The files of this world have no repayments.
    repaymentsOfFile: async (principal, world) => {
      await unpaid(principal);
      const found = await Promise.all(of(world).files.map((id) => repaymentsOfFile(principal, id)));
      return found.flat().map(({ trace }) => trace);
    },
    lastAnswers: async (principal) => (await lastAnswers(principal)).map(idOf)
  },
  writes: {
    downloadFile: async (principal, id) => ({ ok: (await downloadFile(principal, id, ORIGIN)) !== null }),
    // It names no record, and notes what it refuses: those are tried that may not upload.
    uploadAnswer: async (principal) =>
      may(principal, 'payment_files', 'run')
        ? refused({ code: 'not.found' })
        : uploadAnswer(principal, { name: 'a.ach', bytes: Buffer.from('x') }, ORIGIN)
  },
  targets: (world) => of(world).files
};

import { readFileSync } from 'node:fs';
import { SCREENS, screensFor } from '@/app/workspace/navigation';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { LISTS } from '@/lib/composition/process/lists';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { transaction } from '@/lib/core/database/database';
import { programFeatures } from '@/lib/directory/programs/features';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { attachmentsOf } from '@/lib/kit/attachments/attachments';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { addComment } from '@/lib/kit/comments/add-comment';
import { commentsOf } from '@/lib/kit/comments/comments';
import { startJob } from '@/lib/kit/jobs/start-job';
import { waitingWork } from '@/lib/kit/listing/home-tasks';
import type { Listing } from '@/lib/kit/listing/listing';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { recentItems, remember } from '@/lib/kit/search/recent-items';
import { search } from '@/lib/kit/search/search';
import { aReceipt, sentFile } from '../support/attachments';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';

const world = useDatabase();

test('the scratch module has a screen, a list, a kind of search results, attachments, comments, a command for many rows, a home task, an audit action and a job', async () => {
  const { current } = world;
  await current.query(readFileSync('prisma/migrations/20990101000000_parking/migration.sql', 'utf8'));
  await current.query('GRANT SELECT, UPDATE ON parking_spaces TO tessera_app');
  const issuer = await anIssuer(current);
  const [company, other] = [await aCompany(current, issuer), await aCompany(current, issuer)];
  for (const [node, name] of [
    [company, 'A1'],
    [company, 'A2'],
    [other, 'B1']
  ] as const)
    await current.query(
      'INSERT INTO parking_spaces (issuer_id, id, node_id, company_id, name) VALUES ($1, gen_random_uuid(), $2, $2, $3)',
      [issuer.id, node.id, name]
    );
  const C = await aPrincipalAt(current, 'C', company);
  const A = await aPrincipalAt(current, 'A', await anAccount(current, company));

  const structure = async (principal: typeof C) =>
    screensFor(principal, await programFeatures(principal)).find(({ group }) => group === 'company')?.screens ?? [];
  expect((await structure(C)).map(({ href }) => href)).toContain('/workspace/parking');
  expect((await structure(A)).map(({ href }) => href)).not.toContain('/workspace/parking');
  expect(SCREENS.find(({ shortcut }) => shortcut === 'k')?.label).toBe('parking.title');

  const listing = LISTS.get('parking-spaces')?.listing as Listing;
  const { rows } = await listPage(C, listing, readQuery(listing, {}));
  expect(rows.map(({ name }) => name)).toEqual(['A1', 'A2']);

  const waits = await waitingWork(C, await programFeatures(C), HOME_TASKS);
  expect(waits.map(({ name, count }) => [name, count])).toContainEqual(['parking', 2]);

  const searched = await search(SEARCHABLE, C, { text: 'A2', limit: 5 });
  expect(searched).toMatchObject({ groups: [{ kind: 'parking_space', results: [{ name: 'A2' }] }] });
  expect(await search(SEARCHABLE, C, { text: 'B1', limit: 5 })).toMatchObject({ groups: [] });
  expect(await search(SEARCHABLE, A, { text: 'A2', limit: 5 })).toMatchObject({ groups: [] });
  const [space] = rows;
  await remember(C, { kind: 'parking_space', issuerId: issuer.id, id: String(space?.id) });
  expect(await recentItems(SEARCHABLE, C, 5)).toMatchObject([{ kind: 'parking_space', name: 'A1' }]);

  const to = { entity: 'parking_space' as const, id: String(space?.id) };
  expect(granted(await addAttachment(ATTACHABLES, C, to, sentFile(aReceipt()), ORIGIN)).name).toBe('receipt.png');
  expect(await attachmentsOf(ATTACHABLES, C, to)).toMatchObject({
    attachments: [{ name: 'receipt.png' }],
    fault: null
  });
  expect(await attachmentsOf(ATTACHABLES, A, to)).toBeNull();

  granted(await addComment(COMMENTABLES, C, to, { text: 'By the lift', mentions: [] }, ORIGIN));
  expect(await commentsOf(COMMENTABLES, C, to)).toMatchObject({ comments: [{ text: 'By the lift' }], fault: null });
  expect(await commentsOf(COMMENTABLES, A, to)).toBeNull();

  const target = { list: 'parking-spaces', parameters: {}, query: 'q=A1' };
  const take = () => askBulk(LISTS, C, target, { action: 'take', extent: 'all' }, ORIGIN);
  expect(await take()).toMatchObject({ ok: true, value: { done: 1, refused: 0 } });
  expect(await take()).toMatchObject({ ok: true, value: { groups: [{ code: 'parking.taken.already' }] } });
  expect(
    await current.query("SELECT action FROM audit_entries WHERE entity = 'parking_space' ORDER BY sequence")
  ).toEqual([{ action: 'attachment.added' }, { action: 'comment.added' }, { action: 'parking_space.taken' }]);

  const job = granted(
    await transaction((tx) => startJob(tx, C, { kind: 'parking.count', nodeId: company.id, payload: {} }))
  );
  expect(await untilEnded(C, job)).toMatchObject({ status: 'completed', result: { free: 2 } });
});

import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';

export interface PlacedScheme {
  id: string;
  /** The accounting codes: a required list, a list that depends on it, a text. */
  center: string;
  project: string;
  note: string;
}

/** A scheme in force at a node: cost centers S100 and F200, project P1 only for S100, a note. */
export async function aScheme(database: TestDatabase, company: StructureNode, node = company): Promise<PlacedScheme> {
  const record = async (
    entity: string,
    parent: string | null,
    name: string,
    data: object,
    code: string | null = null
  ) => {
    const id = randomUUID();
    await database.query(
      `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, data, position)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, count(*) FROM setup_records WHERE issuer_id = $1`,
      [company.issuerId, id, entity, company.id, parent, code, name, JSON.stringify(data)]
    );
    return id;
  };
  const list = { type: 'list', display: 'autocomplete', editableBy: 'A' };
  const id = await record('scheme', null, 'Costs', {});
  const center = await record('accounting-code', id, 'Cost center', { ...list, mandatory: true });
  const project = await record('accounting-code', id, 'Project', { ...list, dependsOn: center });
  const note = await record('accounting-code', id, 'Note', { type: 'text', length: 40, editableBy: 'A' });
  const sales = await record('accounting-code-value', center, 'Sales', {}, 'S100');
  await record('accounting-code-value', center, 'Fleet', {}, 'F200');
  await record('accounting-code-value', project, 'Trade fair', { parentValues: [sales] }, 'P1');
  await record('scheme-assignment', id, node.name, { node: node.id });
  return { id, center, project, note };
}

import { randomUUID } from 'node:crypto';
import { assignProgramOption } from '@/lib/directory/programs/assign-program-option';
import { configurationOf } from '@/lib/directory/programs/configuration';
import { CONFIGURED_COMPANIES, CONFIGURED_ISSUERS } from '@/lib/directory/programs/configured-node';
import { PROGRAM_OPTIONS, programOption, programOptionChoices } from '@/lib/directory/programs/program-options';
import { saveConfiguration } from '@/lib/directory/programs/save-configuration';
import {
  changeProgramOption,
  createProgramOption,
  deleteProgramOption
} from '@/lib/directory/programs/save-program-option';
import { ORIGIN } from '../module-world';
import { withSetting } from '../settings';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const optionsOf = (world: ScopeWorld) => made.get(world) ?? [];
const ENTRY = { name: 'Try', programType: 'corporate', features: [], isDefault: false } as const;
const entry = () => ({ ...ENTRY, features: [...ENTRY.features] });

/** Program options and the settings of issuers and companies. */
export const programs: ScopeModule = {
  name: 'programs',
  async populate(world) {
    const options: string[] = [];
    for (const issuer of world.all('issuer')) {
      const id = randomUUID();
      await world.database.query(
        "INSERT INTO program_options (issuer_id, id, name, program_type, is_default) VALUES ($1, $2, 'Usual', 'corporate', true)",
        [issuer.id, id]
      );
      world.placeOf.set(id, issuer.id);
      options.push(id);
    }
    for (const company of world.all('company'))
      await withSetting(world.database, { issuerId: company.issuerId, companyId: company.id }, 'list.page.size', 50);
    made.set(world, options);
  },
  readers: {
    PROGRAM_OPTIONS: (principal, world) => exported(principal, PROGRAM_OPTIONS, world),
    CONFIGURED_COMPANIES: (principal, world) => exported(principal, CONFIGURED_COMPANIES, world),
    CONFIGURED_ISSUERS: async (principal, world) =>
      // The system's own issuer is one of those that role Z configures.
      exported(principal, CONFIGURED_ISSUERS, world),
    programOption: async (principal, world) =>
      (await Promise.all(optionsOf(world).map((id) => programOption(principal, id)))).flatMap((one) => one?.id ?? []),
    programOptionChoices: async (principal, world) =>
      (await Promise.all(world.all('issuer').map(({ id }) => programOptionChoices(principal, id)))).flat().map(idOf),
    configurationOf: async (principal, world) =>
      (await Promise.all(world.all().map(({ id }) => configurationOf(principal, id)))).flatMap(
        (configuration) => configuration?.node.id ?? []
      )
  },
  writes: {
    changeProgramOption: (principal, id) => changeProgramOption(principal, { id, version: 1 }, entry(), ORIGIN),
    deleteProgramOption: (principal, id) => deleteProgramOption(principal, id, ORIGIN),
    'assignProgramOption of elsewhere': async (principal, id, world) => {
      const own = world
        .all('company')
        .find((company) => principal.scope.subtrees.some(({ nodeId }) => world.isBelow(company.id, nodeId)));
      return assignProgramOption(principal, own?.id ?? randomUUID(), { programOptionId: id, was: null }, ORIGIN);
    },
    'assignProgramOption to elsewhere': (principal, id) =>
      assignProgramOption(principal, id, { programOptionId: randomUUID(), was: null }, ORIGIN),
    saveConfiguration: async (principal, id) => {
      const saved = await saveConfiguration(principal, id, [{ key: 'list.page.size', typed: '20', stamp: '' }], ORIGIN);
      return saved;
    },
    // It is made at one's own issuer: who stands at none makes none.
    createProgramOption: (principal) =>
      principal.role === 'I' ? Promise.resolve({ ok: false }) : createProgramOption(principal, entry(), ORIGIN)
  },
  targets: (world) => [...optionsOf(world), ...world.all('company').map(idOf), ...world.all('issuer').map(idOf)]
};

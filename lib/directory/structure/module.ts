import { defineModule } from '../../composition/define-module';
import { applyPayload, runApplyUpload } from './apply-upload';
import { ACCOUNT_ACTIONS, NODE_ACTIONS } from './bulk-actions';
import { checkPayload, checkUpload } from './check-upload';
import { forgetUploads } from './forget-uploads';
import { accountsAt, nodesAt, withLastDigits } from './lists';
import { ACCOUNTS, NODES } from './search-families';

const pageOf = ({ id }: { id: string }) => `/workspace/structure/${id}`;

import { ACCOUNTS as ACCOUNTS_REPORT } from './reports/accounts';
import { ACCOUNTS_BY_STATE } from './reports/accounts-by-state';
import { accountsStep, companiesStep } from './setup-steps';

export default defineModule({
  needs: [
    'brand/mail',
    'access/settings',
    'access/policy',
    'kit/listing',
    'kit/jobs',
    'kit/bulk',
    'kit/search',
    'kit/states'
  ],
  tables: [
    'nodes',
    'accounts',
    'companies',
    'structure_uploads',
    'structure_upload_rows',
    'structure_upload_faults',
    'structure_upload_cards'
  ],
  referenceTables: {
    issuers: 'every row of an issuer leads to it, and system administrators list them all',
    issuer_brands: 'a registration looks for the issuers of its brand',
    issuer_groups: 'roles name one, and it holds several issuers',
    issuer_group_members: 'read by the group, for the issuers in it'
  },
  areas: {
    structure: { roles: { S: 'v', O: 'v', C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' } },
    /** Uploading and downloading the reporting structure. */
    structure_upload: { roles: { C: 'vr', G: 'vr', I: 'vr' } },
    accounts: { roles: { A: 'v', S: 'v', O: 'v', C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' } }
  },
  programFeatures: ['structure.upload'],
  auditActions: [
    'account.changed',
    'account.close',
    'account.created',
    'account.reopen',
    'account.replace',
    'account.resume',
    'account.suspend',
    'issuer.changed',
    'issuer.created',
    'issuer_group.changed',
    'issuer_group.created',
    'issuer_group.deleted',
    'structure.changed',
    'structure.closed',
    'structure.created',
    'structure.deleted',
    'structure.downloaded',
    'structure.moved',
    'structure.reopened',
    'structure.upload_apply_started',
    'structure.upload_started',
    'structure.uploaded'
  ],
  lists: {
    accounts: {
      listing: accountsAt,
      path: '/workspace/structure/accounts',
      record: pageOf,
      dataSet: {
        groups: ['state', 'statusCode', 'cardType', 'ica'],
        sums: ['creditLimit'],
        period: 'openedOn',
        knownBy: withLastDigits
      }
    },
    nodes: { listing: nodesAt, path: '/workspace/structure/list', record: pageOf }
  },
  reports: { accounts: ACCOUNTS_REPORT, 'accounts-by-state': ACCOUNTS_BY_STATE },
  searchKinds: {
    issuer: { area: 'structure', family: NODES, isAboveCompanies: true, record: pageOf },
    company_group: { area: 'structure', family: NODES, isAboveCompanies: true, record: pageOf },
    company: { area: 'structure', family: NODES, record: pageOf },
    account_group: { area: 'structure', family: NODES, record: pageOf },
    org_point: { area: 'structure', family: NODES, record: pageOf },
    account: { area: 'accounts', family: ACCOUNTS, record: pageOf }
  },
  bulkActions: {
    accounts: ACCOUNT_ACTIONS,
    nodes: NODE_ACTIONS
  },
  jobs: {
    'structure.apply': { payload: applyPayload, does: runApplyUpload, alone: true, keptDays: 30 },
    'structure.check': { payload: checkPayload, does: checkUpload, alone: true, keptDays: 30 }
  },
  chores: { forgetUploads },
  keyPurposes: ['card-number', 'card-number-hash', 'upload'],
  setupSteps: { companies: companiesStep, accounts: accountsStep }
});

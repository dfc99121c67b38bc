import { defineModule } from '../../composition/define-module';
import { EXPORTED_ACTIONS } from './bulk-actions';
import { LEDGER_EXPORTS } from './exports';
import { ledgerRetention } from './retention';
import { reversalPayload, runReversal } from './reverse';
import { runExport } from './run-export';
import { exportPayload } from './start-export';

export default defineModule({
  needs: [
    'access/policy',
    'kit/listing',
    'kit/jobs',
    'directory/people',
    'directory/structure',
    'kit/setup',
    'money/allocation',
    'money/transactions',
    'kit/bulk',
    'kit/states'
  ],
  tables: ['ledger_exports', 'ledger_files'],
  areas: {
    /** Exports of approved transactions to a ledger; modify: reverse an export (CD.30). */
    ledger_exports: { roles: { C: 'vmr', G: 'vmr', H: 'v', I: 'v', Z: 'v' }, ofOwnEyes: ['modify'] }
  },
  auditActions: [
    'ledger_export.downloaded',
    'ledger_export.reversal_started',
    'ledger_export.started',
    'ledger_export.written_again'
  ],
  lists: {
    'ledger-exports': { listing: LEDGER_EXPORTS, path: '/workspace/ledger' }
  },
  bulkActions: {
    transactions: EXPORTED_ACTIONS
  },
  homeTasks: {
    export: {
      list: 'transactions',
      query: { state: 'approved' },
      page: '/workspace/ledger/new',
      sum: 'billedAmount',
      needs: ['ledger_exports', 'run'],
      feature: 'exports',
      order: 50
    }
  },
  jobs: {
    'ledger.export': {
      payload: exportPayload,
      does: runExport,
      alone: true,
      keptDays: 30,
      outcomeAt: ({ payload }) => `/workspace/ledger/${payload.exportId}`
    },
    'ledger.reversal': {
      payload: reversalPayload,
      does: runReversal,
      alone: true,
      keptDays: 30,
      outcomeAt: ({ payload }) => `/workspace/ledger/${payload.exportId}`
    }
  },
  retention: [ledgerRetention]
});

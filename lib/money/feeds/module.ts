import { defineModule } from '../../composition/define-module';
import { FEEDS } from './feeds';
import { forgetRejects } from './forget-rejects';
import { feedPayload, importFeed } from './import-feed';
import { FEED_MAPPINGS } from './mappings';
import { REJECT_ACTIONS } from './reject-actions';
import { rejectsOf } from './rejects';
import { FEED_CONTROL_TOTALS } from './reports/feed-control-totals';
import { reprocessPayload, runReprocess } from './reprocess';
import { fileStep, mappingStep } from './setup-steps';
import { FEED_TOTALS } from './totals-listing';

export default defineModule({
  needs: [
    'access/settings',
    'access/policy',
    'kit/listing',
    'kit/jobs',
    'kit/reports',
    'directory/people',
    'directory/structure',
    'money/alerts',
    'money/approvals',
    'money/purchasing',
    'money/transactions',
    'kit/bulk'
  ],
  tables: ['feeds', 'feed_mappings', 'feed_account_names', 'feed_totals', 'feed_rejects'],
  areas: {
    /**
     * Feeds of card transactions: uploading files and processing rejects; modify: mappings. Only role I uploads,
     * settles and modifies, because it belongs to the whole issuer, and a feed may concern any of its accounts.
     */
    feeds: { roles: { H: 'v', I: 'vmr', Z: 'v' }, ofOwnEyes: ['modify'] }
  },
  auditActions: [
    'feed.account_named',
    'feed.ended',
    'feed.failed',
    'feed.reject_corrected',
    'feed.reject_dismissed',
    'feed.rejects_expired',
    'feed.reprocess_started',
    'feed.reprocessed',
    'feed.started',
    'feed_mapping.changed',
    'feed_mapping.created',
    'feed_mapping.deleted'
  ],
  lists: {
    feeds: { listing: FEEDS, path: '/workspace/feeds' },
    'feed-totals': {
      listing: FEED_TOTALS,
      path: '/workspace/feeds',
      dataSet: {
        groups: ['mapping', 'source', 'status', 'outcome', 'trailer', 'issuer'],
        sums: ['rows', 'debit', 'credit'],
        period: 'created'
      }
    },
    'feed-mappings': { listing: FEED_MAPPINGS, path: '/workspace/feeds/mappings' },
    'feed-rejects': {
      listing: rejectsOf,
      path: '/workspace/feeds/rejects',
      record: ({ id }) => `/workspace/feeds/rejects/${id}`
    }
  },
  reports: { 'feed-control-totals': FEED_CONTROL_TOTALS },
  bulkActions: {
    'feed-rejects': REJECT_ACTIONS
  },
  homeTasks: {
    'feed.rejects': { list: 'feed-rejects', query: { state: 'open' }, needs: ['feeds', 'run'], order: 30 }
  },
  jobs: {
    // The feeds of an issuer are booked in the order of upload.
    'feed.import': { payload: feedPayload, does: importFeed, alone: true, keptDays: 30 },
    'feed.reprocess': { payload: reprocessPayload, does: runReprocess, alone: true, keptDays: 30 }
  },
  chores: { forgetRejects },
  keyPurposes: ['feed-row'],
  setupSteps: { mapping: mappingStep, file: fileStep }
});

import type { StandardReport } from '../../listing/data-set';

/** Who did what to which record in the last 30 days (C2.086). */
export const AUDIT_TRAIL: StandardReport = {
  list: 'audit',
  columns: [
    'number',
    'at',
    'actor',
    'userId',
    'action',
    'entity',
    'record',
    'recordId',
    'details',
    'place',
    'accessor',
    'address',
    'hash'
  ]
};

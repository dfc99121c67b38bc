import { APPLY_JOB, runApplyUpload } from '../../directory/structure/apply-upload';
import { checkUpload } from '../../directory/structure/check-upload';
import { CHECK_JOB } from '../../directory/structure/start-upload';
import { VERIFICATION } from '../../kit/audit/verifications';
import { verifyChain } from '../../kit/audit/verify-chain';
import { BULK_JOB, doBulk } from '../../kit/bulk/do-bulk';
import type { JobHandlers } from '../../kit/jobs/work-jobs';
import { copyRecords } from '../../kit/setup/copy-parts';
import { COPY_JOB } from '../../kit/setup/copy-record';
import { IMPORT_JOB, importFeed } from '../../money/feeds/import-feed';
import { REPROCESS_JOB, runReprocess } from '../../money/feeds/reprocess';
import { REVERSAL_JOB, runReversal } from '../../money/ledger/reverse';
import { runExport } from '../../money/ledger/run-export';
import { EXPORT_JOB } from '../../money/ledger/start-export';

/** Who does which kind of long work. */
export const jobHandlers: JobHandlers = {
  [BULK_JOB]: doBulk,
  [EXPORT_JOB]: runExport,
  [REVERSAL_JOB]: runReversal,
  [APPLY_JOB]: runApplyUpload,
  [CHECK_JOB]: checkUpload,
  [COPY_JOB]: copyRecords,
  [IMPORT_JOB]: importFeed,
  [REPROCESS_JOB]: runReprocess,
  [VERIFICATION]: verifyChain
};

import { APPLY_JOB, runApplyUpload } from '../directory/structure/apply-upload';
import { checkUpload } from '../directory/structure/check-upload';
import { CHECK_JOB } from '../directory/structure/start-upload';
import { IMPORT_JOB, importFeed } from '../feeds/import-feed';
import { REPROCESS_JOB, runReprocess } from '../feeds/reprocess';
import { VERIFICATION } from '../kit/audit/verifications';
import { verifyChain } from '../kit/audit/verify-chain';
import { BULK_JOB, doBulk } from '../kit/bulk/do-bulk';
import type { JobHandlers } from '../kit/jobs/work-jobs';
import { copyRecords } from '../kit/setup/copy-parts';
import { COPY_JOB } from '../kit/setup/copy-record';
import { REVERSAL_JOB, runReversal } from '../ledger/reverse';
import { runExport } from '../ledger/run-export';
import { EXPORT_JOB } from '../ledger/start-export';

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

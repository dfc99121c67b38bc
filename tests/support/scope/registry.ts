import type { Principal } from '@/lib/access/policy/principal';
import { alerts } from './alerts';
import { approvals } from './approvals';
import { attachments } from './attachments';
import { audit } from './audit';
import { bankAccounts } from './bank-accounts';
import { batches } from './batches';
import { businessTrips } from './business-trips';
import { cashAdvances } from './cash-advances';
import { centralTravel } from './central-travel';
import { comments } from './comments';
import { disputes } from './disputes';
import { expensePolicies } from './expense-policies';
import { expenses } from './expenses';
import { feeds } from './feeds';
import { inbox, messages } from './inbox';
import { jobs } from './jobs';
import { ledger } from './ledger';
import { payableFiles } from './payable-files';
import { paymentFiles } from './payment-files';
import { payments } from './payments';
import { people } from './people';
import { programs } from './programs';
import { purchaseGroups } from './purchase-groups';
import { purchasing } from './purchasing';
import { quickLinks } from './quick-links';
import { receipts } from './receipts';
import { recurringPayments } from './recurring-payments';
import { registration } from './registration';
import { repayments } from './repayments';
import { reportSchedules } from './report-schedules';
import { reports } from './reports';
import { resourceOpenings, resources } from './resources';
import { search } from './search';
import { setUp } from './set-up';
import { splitProfiles } from './split-profiles';
import { statements } from './statements';
import { structure } from './structure';
import { suppliers } from './suppliers';
import { templates } from './templates';
import { transactions } from './transactions';
import { uploads } from './uploads';
import { wallet } from './wallet';
import type { ScopeWorld, Watcher } from './world';

/**
 * The reads and writes of a module, so that tests/rules/scope-property.test.ts can prove that nothing leaks. Every
 * query and command that takes a principal must be used by one of these: the test fails for one that none of them
 * imports.
 */
export interface ScopeModule {
  name: string;
  /** Puts the module's own records into a world, and into its `placeOf`. */
  populate?(world: ScopeWorld): Promise<void>;
  /** Run every read, also for records elsewhere; the ids of all returned records. */
  readers: Record<string, (principal: Principal, world: ScopeWorld) => Promise<string[]>>;
  /** Readers that return all visible records of a kind for these roles, and no others; null: unspecified. */
  complete?: Record<string, (watcher: Watcher, world: ScopeWorld) => string[] | null>;
  /** Whether a principal may see a record, if it differs from the scope rule. */
  isSeen?(watcher: Watcher, recordId: string, world: ScopeWorld): boolean;
  /** Tries on one record, whose id may also be of nothing at all: the answer has to be the same. */
  writes: Record<string, (principal: Principal, recordId: string, world: ScopeWorld) => Promise<{ ok: boolean }>>;
  /** The records that the writes are tried on. */
  targets(world: ScopeWorld): string[];
}

/** A module adds itself with one line. */
export const SCOPE_MODULES: readonly ScopeModule[] = [
  structure,
  uploads,
  ledger,
  people,
  templates,
  programs,
  setUp,
  registration,
  search,
  audit,
  jobs,
  transactions,
  attachments,
  purchasing,
  suppliers,
  batches,
  centralTravel,
  receipts,
  alerts,
  reports,
  reportSchedules,
  disputes,
  wallet,
  bankAccounts,
  statements,
  payments,
  recurringPayments,
  payableFiles,
  repayments,
  cashAdvances,
  businessTrips,
  paymentFiles,
  comments,
  messages,
  inbox,
  quickLinks,
  resources,
  resourceOpenings,
  expenses,
  approvals,
  purchaseGroups,
  splitProfiles,
  expensePolicies,
  feeds
];

/** Functions that take a principal but access no records of others: by file in lib, with the reason. */
export const WITHOUT_RECORDS: Readonly<Record<string, readonly string[]>> = {
  // What somebody may do, worked out from the principal and what was read before.
  'access/policy/principal': ['may'],
  'access/policy/is-open': ['isOpen'],
  'directory/structure/nodes': ['standsAt'],
  'directory/people/maintenance': ['maintenanceFault', 'rolesInReach', 'withheldFrom'],
  'kit/setup/record-list': ['mayEdit'],
  'kit/search/kinds-for': ['kindsFor'],
  'kit/bulk/bulk-action': ['offered'],
  'kit/audit/scope': ['chosenIssuer'],
  'money/disputes/disputes': ['inView'],
  'money/disputes/disputable': ['preparingFault'],
  // Settings and features of one's own place, and the product's guides, which hang on them.
  'directory/resources/guides': ['guidesFor'],
  'directory/programs/program-options': ['companiesBeforeFirst'],
  'kit/audit/period': ['daysExceeded', 'longestPeriod'],
  'kit/listing/page-size': ['pageSizeOf'],
  'kit/reports/period-fault': ['periodFault'],
  'kit/reports/rows-fault': ['rowsFault'],
  'directory/programs/features': ['programFeatures'],
  'directory/structure/start-upload': ['megabytesBelow'],
  // One's own ids, views and files; linking takes the whole sign-in of the other id.
  'kit/listing/saved-views': ['saveView'],
  'directory/people/links/own-links': ['ownLinkFault', 'waitingLinks'],
  'directory/people/links/prove-link': ['beginLink', 'linkStep', 'proveLink'],
  'directory/people/links/confirm-link': ['confirmLink'],
  'kit/setup/brought-files': ['keepBroughtFile'],
  // Counts of lists that are asked here: tests/rules/home-tasks.test.ts.
  'kit/listing/home-tasks': ['isTheirs', 'waitingWork'],
  'kit/listing/navigation-counts': ['navigationCounts'],
  // Whether there are records of a place that its page has seen: tests/rules/setup-steps.test.ts.
  'kit/listing/setup-steps': ['setupStepsOf'],
  // Counts of an owner whose structure is seen as a whole: tests/rules/record-counts.test.ts.
  'kit/setup/record-counts': ['recordCounts'],
  // Whether a file says what its reader sees, and the result of one's own: tests/rules/audit-export-check.test.ts.
  'kit/audit/check-export': ['checkExport', 'exportCheck'],
  // A new record of one's own issuer.
  'money/feeds/mappings': ['createMapping'],
  // New reports of one's own, and what one may report on at all.
  'kit/reports/save-report': ['createReport'],
  'kit/reports/report-source': ['dataSetsOf', 'sourceToday'],
  // What a run asked for, which is no record.
  'kit/reports/runs': ['sourceOfRun'],
  // The columns that the rows of a report make: what others' rows would add is tried in report-pivots.test.ts.
  'kit/reports/pivot': ['pivotedNow'],
  // New schedules of one's own, and whether one may have any.
  'kit/reports/schedules/save-schedule': ['createSchedule', 'maySchedule'],
  // Days, which are no records: those of others are tried in report-schedules.test.ts.
  'kit/reports/schedules/holidays': ['ownHolidays'],
  // Days too: fiscal years and cycles of other companies are tried in report-periods.test.ts.
  'kit/reports/period-days': ['ownCalendar', 'ownFiscalStart', 'periodDays'],
  // One's own visits: tests/rules/resources.test.ts.
  'directory/resources/visits': ['visitResources'],
  // A file that is no attachment yet.
  'kit/attachments/keep-attachment': ['acceptAttachment'],
  // A new record in one's own box.
  'money/receipts/add-receipt': ['addReceipt'],
  // One's own address.
  'money/receipts/by-mail/addresses': ['ownReceiptMail', 'renewReceiptAddress'],
  // The ready-made reasons of one's own issuer, if it has none.
  'money/disputes/usual-reasons': ['addUsualReasons'],
  // Whether one may have a wallet or pay at all, and new records of one's own.
  'money/wallet/wallet': ['walletFault'],
  'money/wallet/add-account': ['addWalletAccount'],
  // An account of one's own wallet, which the caller has.
  'money/wallet/mandates/give-mandate': ['giveMandate', 'nextMandate'],
  'money/payments/payable': ['payingFault'],
  'money/payments/payments': ['inView'],
  // Whether one may choose an account, and the mandate of one of one's own wallet, which the caller has.
  'money/expenses/repayments/own-account': ['mandateToGive', 'ownAccountFault'],
  'money/expenses/repayments/repayments': ['repaymentsInView'],
  // A new record of one's own company.
  'money/purchasing/add-requests': ['addRequests'],
  // By pastPurchases, which is asked as such.
  'money/purchasing/dry-run': ['tryOnPast'],
  'money/purchasing/place-of-requests': ['placeOfRequests'],
  'money/purchasing/show-card': ['mayShowCard'],
  // The members of the principal's own group, wherever they are (decision 187).
  'money/purchasing/on-behalf': ['findColleagues'],
  'money/purchasing/save-request': ['createRequest'],
  'money/batches/start-batch': ['startBatch'],
  // Which columns of a list somebody may see, and whether a query asks for others.
  'kit/listing/seen-columns': ['asksForSeen', 'seenListing'],
  // The system as a whole, which role Z alone has (CD.22).
  'directory/structure/issuers': ['createIssuer'],
  'access/maintenance/maintenance': ['beginMaintenance', 'endMaintenance']
};

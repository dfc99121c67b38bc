import { DAY, type Dates, lastOfMonth } from './calendar';
import type { Desk } from './people';
import { type Chance, drawnId } from './random';

const UNKNOWN = '\\N\t\\N';
/** What part is still open, still reviewed, still approved, by how many days ago it was posted. The rest is exported. */
const STAGES: { days: number; open: number; reviewed: number; approved: number }[] = [
  { days: 7, open: 0.9, reviewed: 0.08, approved: 0.02 },
  { days: 21, open: 0.55, reviewed: 0.25, approved: 0.18 },
  { days: 40, open: 0.2, reviewed: 0.15, approved: 0.35 },
  { days: 70, open: 0.06, reviewed: 0.04, approved: 0.15 },
  { days: Number.POSITIVE_INFINITY, open: 0.015, reviewed: 0.005, approved: 0.02 }
];

/** How far transactions have come on their way to the ledger (CD.30): the older, the further. */
export class Progress {
  private readonly exports = new Map<string, string>();

  constructor(
    private readonly chance: Chance,
    private readonly today: number,
    private readonly dates: Dates
  ) {}

  /** The columns from `state` to `exported_in`, as COPY reads them. */
  of(companyId: string, desk: Desk, posting: number): string {
    const { chance, dates, today } = this;
    const age = today - posting;
    const stage = STAGES.find(({ days }) => age < days) as (typeof STAGES)[number];
    const draw = chance.next();
    if (draw < stage.open) return `open\tf\t${UNKNOWN}\t${UNKNOWN}\t${UNKNOWN}\t\\N`;
    const reviewDay = posting + Math.floor(chance.next() * Math.min(12, age + 1));
    const review = `${dates.of(reviewDay)} 10:${chance.between(10, 59)}:00+00\t${desk.reviewer}`;
    if (draw < stage.open + stage.reviewed) return `reviewed\tf\t${review}\t${UNKNOWN}\t${UNKNOWN}\t\\N`;
    const isExpensed = chance.happens(0.2) ? 't' : 'f';
    const approvalDay = reviewDay + Math.floor(chance.next() * Math.min(6, today - reviewDay + 1));
    const approval = `${dates.of(approvalDay)} 14:${chance.between(10, 59)}:00+00\t${desk.approver}`;
    // Ledgers are fed at the end of each month, a company at a time.
    const exportDay = lastOfMonth(approvalDay);
    if (draw < stage.open + stage.reviewed + stage.approved || exportDay > today)
      return `approved\t${isExpensed}\t${review}\t${approval}\t${UNKNOWN}\t\\N`;
    const exported = `${dates.of(exportDay)} 22:00:00+00\t${desk.exporter}\t${this.exportOf(companyId, exportDay)}`;
    return `exported\t${isExpensed}\t${review}\t${approval}\t${exported}`;
  }

  private exportOf(companyId: string, day: number): string {
    const key = `${companyId} ${day}`;
    let id = this.exports.get(key);
    if (!id) {
      id = drawnId(this.chance, day * DAY + 22 * 3_600_000);
      this.exports.set(key, id);
    }
    return id;
  }
}

import { exactSum } from './exact-sum';

/** The attributes of a row's checkbox from which the bar of bulk actions counts and sums. */
export interface RowFacts {
  'data-amount'?: string;
  'data-currency'?: string;
  /** The actions that can be done for the row, separated by spaces. */
  'data-fits': string;
}

/** What is ticked in a list. */
export interface Ticked {
  ids: readonly string[];
  /** The sums of the rows' amounts, by currency. */
  sums: readonly { currency: string; amount: string }[];
  /** The ticked rows that an action can be done for. */
  fitting: (action: string) => readonly string[];
  /** Whether every row of the page is ticked. */
  isWhole: boolean;
}

export const NOTHING_TICKED: Ticked = { ids: [], sums: [], fitting: () => [], isWhole: false };

/** Reads what is ticked in the form of a list. */
export function tickedIn(form: HTMLFormElement): Ticked {
  const all = [...form.querySelectorAll<HTMLInputElement>('input[name="ids"]')];
  const boxes = all.filter(({ checked }) => checked);
  const currencies = [...new Set(boxes.flatMap(({ dataset: { currency } }) => currency ?? []))].sort();
  return {
    ids: boxes.map(({ value }) => value),
    sums: currencies.map((currency) => ({
      currency,
      amount: exactSum(boxes.flatMap(({ dataset }) => (dataset.currency === currency ? (dataset.amount ?? []) : [])))
    })),
    fitting: (action) =>
      boxes.filter(({ dataset }) => dataset.fits?.split(' ').includes(action)).map(({ value }) => value),
    isWhole: boxes.length === all.length
  };
}

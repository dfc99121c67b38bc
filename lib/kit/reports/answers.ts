import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { Column, Listing } from '../listing/listing';
import { readQuery } from '../listing/query';
import type { ReportDefinition } from './definition';

/** What is said of a report's questions when it is run: by the parameters of its filters, as in the list's address. */
export type Answers = Readonly<Record<string, string | null>>;

/** Whether a report can ask for a column's filter when it is run: its period is always asked, and ids are nobody's to type. */
export const isAskable = (column: Column | undefined): column is Column =>
  column?.filter !== undefined && column.nameOf === undefined;

/** The parameters of a column's filter that are asked for. */
export const askedParameters = (name: string, { filter }: Column): string[] =>
  filter === 'range' ? [`${name}.from`, `${name}.to`] : [name];

/**
 * The definition with the answers in place of the filters that it asks for; one without an answer is gone, whatever it
 * compared. Refuses an invalid answer at its parameter.
 */
export function withAnswers(
  listing: Listing,
  definition: ReportDefinition,
  answers: Answers
): Result<ReportDefinition> {
  const query = new URLSearchParams(definition.query);
  const asked = definition.ask.flatMap((name) => {
    const column = listing.columns[name];
    return isAskable(column) ? askedParameters(name, column) : [];
  });
  const answered = asked.filter((parameter) => parameter in answers);
  for (const parameter of answered) {
    const answer = answers[parameter];
    if (answer) query.set(parameter, answer);
    else query.delete(parameter);
  }
  const { faults } = readQuery(listing, Object.fromEntries(query));
  const wrong = answered.find((parameter) => faults[parameter]);
  if (wrong) return refused({ code: faults[wrong] ?? 'invalid.entry', field: wrong });
  return accepted({ ...definition, query: query.toString() });
}

import type { TextKey } from '../../../core/language/text-key';
import type { NoticeParams } from '../../notices/notice';

interface Named {
  report: string;
  definition: { name: string } | null;
}

/** The name of a schedule's report for a notice: a text in the reader's language, or the name that its owner gave it. */
export const nameInNotice = ({ report, definition }: Named): NoticeParams[string] =>
  definition ? definition.name : { key: `report.standard.${report}` as TextKey };

import { LINE_HEIGHT, type PdfPaper } from './paper';
import { linesOf, settable } from './text-lines';
import type { TextStyle } from './typefaces';

/** Something that is said about a document below its title. */
export interface PdfFact {
  label: string;
  value: string;
}

const STYLE: TextStyle = { size: 9 };
const LABEL: TextStyle = { ...STYLE, isStrong: true };
const WIDEST_LABEL = 170;
const GAP = 10;

/** Writes facts one below the other, their labels in a column; each is one paragraph of the structure. */
export function writeFacts(paper: PdfPaper, facts: readonly PdfFact[]): void {
  const widthOf = (style: TextStyle) => (text: string) => paper.typefaces.width(text, style);
  const labels = Math.min(WIDEST_LABEL, Math.max(0, ...facts.map(({ label }) => widthOf(LABEL)(settable(label)))));
  const lineHeight = STYLE.size * LINE_HEIGHT;
  for (const { label, value } of facts) {
    const left = linesOf(settable(label), labels, widthOf(LABEL));
    const right = linesOf(settable(value), paper.width - labels - GAP, widthOf(STYLE));
    const element = paper.element(paper.root, 'P');
    for (let at = 0; at < Math.max(left.length, right.length); at++) {
      if (paper.y + lineHeight > paper.bottom) paper.newPage();
      const baseline = paper.baseline(paper.y, STYLE);
      element.add(() => {
        paper.draw(left[at] ?? '', paper.left, baseline, LABEL);
        paper.draw(right[at] ?? '', paper.left + labels + GAP, baseline, STYLE);
      });
      paper.y += lineHeight;
    }
    element.end();
  }
}

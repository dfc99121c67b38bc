import PDFDocument from 'pdfkit';
import { linesOf, settable } from './text-lines';
import type { TextStyle, Typeface, Typefaces } from './typefaces';

/** An element of the structure that a screen reader follows: `Table`, `TR`, `P`. */
export type Struct = PDFKit.PDFStructureElement;

/** What a document is. */
export interface PdfHead {
  title: string;
  /** A BCP 47 tag. */
  language: string;
  author: string;
  madeAt: Date;
  /** The words at the foot of a page, with the number of all pages. */
  pageLabel: (page: number, pages: number) => string;
}

/** The size of a page in points. */
export interface PageSize {
  width: number;
  height: number;
}

const A3: PageSize = { width: 841.89, height: 1190.55 };
const A4: PageSize = { width: 595.28, height: 841.89 };
const LETTER: PageSize = { width: 612, height: 792 };
/** Where paper has the American size. */
const LETTER_REGIONS = ['US', 'CA'];

export type PageKind = 'portrait' | 'landscape' | 'large';

/** The size of the paper that readers of a language have; a large page is meant for the screen, or for A3. */
export function pageSize(language: string, kind: PageKind): PageSize {
  const { region } = new Intl.Locale(language).maximize();
  const { width, height } = kind === 'large' ? A3 : LETTER_REGIONS.includes(region ?? '') ? LETTER : A4;
  return kind === 'portrait' ? { width, height } : { width: height, height: width };
}

const MARGIN = 40;
/** The strips of the running head and the foot. */
const STRIP = 18;
const SMALL: TextStyle = { size: 8 };
const INK = '#1a1a1a';
const FAINT = '#595959';
/** The same in the units of a content stream. */
const FAINT_FILL = '0.349 0.349 0.349 rg';
const LINE = '#bfbfbf';
/** The share of a line above the base line of its letters. */
const RISE = 0.8;
export const LINE_HEIGHT = 1.35;
/** How often the words that pdfkit has laid out are forgotten, which it keeps all otherwise. */
const FORGOTTEN_AFTER = 20_000;

/** A picture that is put on paper. */
export interface PdfPicture {
  jpeg: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

interface ElementOptions {
  /** What a cell of headings is the heading of. */
  scope?: 'Column' | 'Row';
  /** What a figure shows, in words. */
  alt?: string;
  /** Left, top, right and bottom of a figure, in points from the upper left corner. */
  bbox?: [number, number, number, number];
}

/** At 150 pixels an inch. */
const POINTS_OF_A_PIXEL = 72 / 150;

/** The width of a page between its margins. */
export const insideOf = ({ width }: PageSize): number => width - 2 * MARGIN;

/**
 * The pages of a tagged PDF: its language and title, a running head and page numbers outside the structure, and texts in
 * every script that we ship. It knows nothing of what is written.
 */
export class PdfPaper {
  readonly root: Struct;
  readonly left = MARGIN;
  /** How far down the page is written. */
  y = 0;
  private readonly document: PDFKit.PDFDocument;
  /** The foot of each page: an empty form that is filled at the end, when the number of pages is known. */
  private readonly feet: PDFKit.PDFKitReference[] = [];
  private drawn = 0;

  constructor(
    private readonly head: PdfHead,
    readonly size: PageSize,
    readonly typefaces: Typefaces
  ) {
    this.document = new PDFDocument({
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      margin: 0,
      lang: head.language,
      size: [size.width, size.height],
      font: '',
      info: { Title: head.title, Author: head.author, Creator: 'Tessera', CreationDate: head.madeAt }
    });
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
    this.newPage();
  }

  get width(): number {
    return insideOf(this.size);
  }

  /** Where the foot begins. */
  get bottom(): number {
    return this.size.height - MARGIN - STRIP;
  }

  /** The height between head and foot of a page after the first. */
  get pageHeight(): number {
    return this.bottom - MARGIN - STRIP;
  }

  newPage(): void {
    this.document.addPage({ size: [this.size.width, this.size.height], margin: 0 });
    this.y = MARGIN;
    this.artifact('Pagination', () => {
      const foot = this.size.height - MARGIN;
      this.placeFoot(foot);
      if (this.feet.length === 1) return;
      const [first = ''] = linesOf(settable(this.head.title), this.width, (text) => this.typefaces.width(text, SMALL));
      this.draw(first, MARGIN, MARGIN + SMALL.size, SMALL, FAINT);
      this.y += STRIP;
    });
  }

  /** Has the page show a form that the document writes at its end, so that no page has to wait in memory. */
  private placeFoot(y: number): void {
    const form = this.document.ref({
      Type: 'XObject',
      Subtype: 'Form',
      Resources: {},
      BBox: [0, -STRIP, this.size.width, STRIP]
    });
    this.feet.push(form);
    this.internals.page.xobjects.Foot = form;
    // A page's units run downwards, a form's upwards.
    this.internals.addContent(`q 1 0 0 -1 0 ${y} cm /Foot Do Q`);
  }

  private fillFeet(): void {
    for (const [at, form] of this.feet.entries()) {
      const label = this.head.pageLabel(at + 1, this.feet.length);
      let x = this.size.width - MARGIN - this.typefaces.width(label, SMALL);
      const fonts: Record<string, unknown> = {};
      const drawing = [FAINT_FILL];
      for (const run of this.typefaces.runs(label)) {
        this.use(run.typeface);
        const font = this.internals._font;
        fonts[font.id] = font.ref();
        const [glyphs] = font.encode(run.text);
        drawing.push(`BT /${font.id} ${SMALL.size} Tf ${x} 0 Td <${glyphs.join('')}> Tj ET`);
        x += this.typefaces.width(run.text, SMALL);
      }
      (form as unknown as { data: Record<string, unknown> }).data.Resources = { Font: fonts };
      form.end(drawing.join('\n'));
    }
  }

  /** Draws what is no part of the content, such as lines. */
  artifact(type: 'Pagination' | 'Layout', drawing: () => void): void {
    this.document.markContent('Artifact', { type });
    drawing();
    this.document.endMarkedContent();
  }

  /** Adds an element to another one, to be ended by the caller. */
  element(parent: Struct, tag: string, options: ElementOptions = {}): Struct {
    const element = this.document.struct(tag, options as PDFKit.Mixins.StructureElementOptions);
    parent.add(element);
    return element;
  }

  /** A paragraph or a heading (`H1`) in the whole width, on as many pages as it needs. */
  paragraph(text: string, tag: string, style: TextStyle): void {
    const lines = linesOf(settable(text), this.width, (part) => this.typefaces.width(part, style));
    const element = this.element(this.root, tag);
    for (const line of lines) {
      if (this.y + style.size * LINE_HEIGHT > this.bottom) this.newPage();
      element.add(() => this.draw(line, this.left, this.y + style.size, style));
      this.y += style.size * LINE_HEIGHT;
    }
    element.end();
  }

  /** Goes to a new page unless so much height is left. */
  room(height: number): void {
    if (this.y + height > this.bottom) this.newPage();
  }

  /**
   * A picture as a figure of the structure below its caption, on one page with it: as large as it is at 150 pixels an
   * inch, or as the page takes.
   * @param alt what it shows, for those who don't see it
   */
  captioned(caption: string, style: TextStyle, { jpeg, ...size }: PdfPicture, alt: string): void {
    const lines = linesOf(settable(caption), this.width, (text) => this.typefaces.width(text, style));
    const above = (lines.length + 1) * style.size * LINE_HEIGHT;
    const scale = Math.min(POINTS_OF_A_PIXEL, this.width / size.width, (this.pageHeight - above) / size.height);
    const [width, height] = [size.width * scale, size.height * scale];
    this.room(above + height);
    this.paragraph(caption, 'P', style);
    this.y += style.size / 2;
    const bbox: ElementOptions['bbox'] = [this.left, this.y, this.left + width, this.y + height];
    const element = this.element(this.root, 'Figure', { alt: settable(alt), bbox });
    element.add(() => this.document.image(jpeg, this.left, this.y, { width, height }));
    element.end();
    this.y += height;
  }

  /** Draws one line of a settable text; `y` is its base line. */
  draw(text: string, x: number, y: number, style: TextStyle, color = INK): void {
    let at = x;
    for (const run of this.typefaces.runs(text, style.isStrong)) {
      this.use(run.typeface);
      // There is no bold Chinese, Japanese and Korean here: their strokes are drawn thicker.
      const isThick = style.isStrong === true && run.typeface !== 'bold';
      this.document
        .fontSize(style.size)
        .fillColor(color)
        .strokeColor(color)
        .lineWidth(style.size / 30);
      this.document.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', fill: true, stroke: isThick });
      at += this.typefaces.width(run.text, style);
      this.drawn++;
    }
    if (this.drawn >= FORGOTTEN_AFTER) this.forgetWords();
  }

  /** The base line of the line whose top is at `y`. */
  baseline = (y: number, { size }: TextStyle): number => y + size * RISE * LINE_HEIGHT;

  /** A thin line across some width. */
  rule(x: number, y: number, width: number): void {
    this.artifact('Layout', () => {
      this.document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke();
    });
  }

  /** The bytes that are ready since the last call. */
  ready(): Uint8Array | null {
    return this.document.read() as Uint8Array | null;
  }

  /** Ends the document; `ready` has the rest of it then. */
  end(): void {
    this.fillFeet();
    this.root.end();
    this.document.end();
  }

  private use(typeface: Typeface): void {
    if (!this.internals._registeredFonts[typeface])
      // A font that fontkit has read is taken as well, though the types say otherwise.
      this.document.registerFont(typeface, this.typefaces.font(typeface) as never);
    this.document.font(typeface);
  }

  private forgetWords(): void {
    this.drawn = 0;
    for (const font of Object.values(this.internals._fontFamilies)) font.layoutCache = Object.create(null);
  }

  private get internals() {
    return this.document as unknown as {
      page: { xobjects: Record<string, unknown> };
      addContent: (operators: string) => void;
      _font: { id: string; ref: () => unknown; encode: (text: string) => [glyphs: string[], positions: unknown] };
      _registeredFonts: Record<string, unknown>;
      _fontFamilies: Record<string, { layoutCache: object }>;
    };
  }
}

import { latin1 } from '../bytes.ts';
import { LabelError } from '../errors.ts';
import { dotsPerMm } from '../layout/place.ts';
import type { Scene } from '../scene.ts';
import type { SheetPage } from '../sheet.ts';
import type { Deflate } from './deflate.ts';
import { createUsedFonts } from './pdf/fonts.ts';
import { createUsedForms } from './pdf/forms.ts';
import { createUsedImages } from './pdf/images.ts';
import { createObjects, type PdfObjects } from './pdf/objects.ts';
import { pageContent } from './pdf/page.ts';

export type PdfOptions = {
  deflate: Deflate;
  /** The document's, as a reader shows it. */
  title?: string;
};

/** A PDF that grows page by page: what the calls return, one after the other, is the file. */
export type PdfWriter = {
  /** A page as large as the label, in its order. Its fonts must have all their pieces. */
  page: (scene: Scene) => Uint8Array;
  /** A page with labels beside each other, each cut off at its edges. Throws LabelError for labels of two resolutions. */
  sheet: (page: SheetPage) => Uint8Array;
  /** The fonts and the tables; nothing may follow. */
  end: () => Uint8Array;
};

/** The thinnest line a printer has (8.4.3.2), in the grey of a pencil: what one cuts along. */
const OUTLINE = '0 w 0.6 G';

/** Points a millimetre: a point is 1/72 inch. */
const POINTS_PER_MM = 72 / 25.4;

/**
 * Writes PDF 1.5 (ISO 32000-1): vectors of the scene's dots at their true size, text that can be searched and copied, one
 * subset of each font. Holds a few bytes a page until the end; the same scenes give the same bytes. Throws LabelError
 * `label-too-large` beyond 4 GB.
 *
 * @example
 * const pdf = createPdf({ deflate });
 * for (const scene of scenes) file.write(pdf.page(scene));
 * file.write(pdf.end());
 */
export function createPdf({ deflate, title }: PdfOptions): PdfWriter {
  const objects = createObjects(deflate);
  const fonts = createUsedFonts();
  const forms = createUsedForms(objects);
  const images = createUsedImages(objects);
  const [root, resources] = [objects.reserve(), objects.reserve()];
  const pages = createPages(objects, root);
  const scales = new Map<number, number>();

  /**
   * Turns dots into points; one object for all labels of a resolution. The line end is for what joins the streams of a page
   * with nothing between them, as CUPS's pdftopdf does: `cm` and the `q` of the label would be one word, and the page blank.
   */
  const getScale = (perDot: number): number => {
    const known = scales.get(perDot);
    if (known !== undefined) return known;
    const id = objects.reserve();
    scales.set(perDot, id);
    objects.stream(id, latin1(`${number(perDot)} 0 0 ${number(perDot)} 0 0 cm\n`));
    return id;
  };
  const used = { fonts, forms, images };
  /** In dots, so many a millimetre. */
  const add = (perMm: number, width: number, height: number, drawn: string): Uint8Array => {
    const perDot = POINTS_PER_MM / perMm;
    const scale = getScale(perDot);
    const content = objects.reserve();
    objects.stream(content, latin1(`${drawn}\n`));
    const size = `${number(width * perDot)} ${number(height * perDot)}`;
    pages.add(`/MediaBox[0 0 ${size}]/Contents[${scale} 0 R ${content} 0 R]`);
    return objects.take();
  };
  return {
    page(scene) {
      const { widthDots, heightDots } = scene;
      return add(dotsPerMm(scene.dpi), widthDots, heightDots, pageContent(scene, used));
    },
    sheet({ paper, labels, isOutlined }) {
      const dpi = labels[0]?.scene.dpi ?? 600;
      if (labels.some(({ scene }) => scene.dpi !== dpi))
        throw new LabelError('bad-media', '一页上的标签须是同一种分辨率');
      const perMm = dotsPerMm(dpi);
      const [width, height] = [paper.widthMm * perMm, paper.heightMm * perMm];
      const drawn = labels.map(({ scene, xMm, yMm }) => {
        const [x, top] = [Math.round(xMm * perMm), Math.round(yMm * perMm)];
        const y = Math.round(height) - top - scene.heightDots;
        const edge = `0 0 ${scene.widthDots} ${scene.heightDots} re`;
        const outline = isOutlined ? `\n${OUTLINE} ${edge} S` : '';
        return `q 1 0 0 1 ${x} ${y} cm q ${edge} W n\n${pageContent(scene, used)}\nQ${outline} Q`;
      });
      return add(perMm, width, height, drawn.join('\n'));
    },
    end() {
      const drawings = `${forms.entries()}${images.entries()}`;
      objects.plain(resources, `<</Font${fonts.write(objects)}/XObject<<${drawings}>>>>`);
      pages.close(`/Resources ${resources} 0 R`);
      const catalog = objects.reserve();
      objects.plain(catalog, `<</Type/Catalog/Pages ${root} 0 R>>`);
      let entries = `/Root ${catalog} 0 R`;
      if (title !== undefined) {
        const info = objects.reserve();
        objects.plain(info, `<</Title<${utf16Hex(title)}>>>`);
        entries += `/Info ${info} 0 R`;
      }
      objects.close(entries);
      return objects.take();
    },
  };
}

/** Children of a node of the page tree: enough that a tree of two levels holds a million pages. */
const CHILDREN = 1000;

type Pages = { add: (entries: string) => void; close: (inherited: string) => void };

/** Pages numbered at a time: numbers behind each other compress better than every other one. */
const NUMBERED = 250;

/** The page tree (7.7.3), a node for every thousand pages under its root. */
function createPages(objects: PdfObjects, root: number): Pages {
  const nodes: number[] = [];
  let count = 0;
  let node = 0;
  let kids: string[] = [];
  let waiting: string[] = [];
  const numberPages = (): void => {
    const ids = waiting.map(() => objects.reserve());
    waiting.forEach((entries, i) => {
      const id = ids[i] ?? 0;
      objects.plain(id, `<</Type/Page/Parent ${node} 0 R${entries}>>`);
      kids.push(`${id} 0 R`);
    });
    waiting = [];
  };
  const closeNode = (): void => {
    numberPages();
    if (kids.length === 0) return;
    objects.plain(
      node,
      `<</Type/Pages/Parent ${root} 0 R/Count ${kids.length}/Kids[${kids.join(' ')}]>>`,
    );
    kids = [];
  };
  return {
    add(entries) {
      if (kids.length + waiting.length === 0) {
        node = objects.reserve();
        nodes.push(node);
      }
      waiting.push(entries);
      count += 1;
      if (waiting.length === NUMBERED) numberPages();
      if (kids.length === CHILDREN) closeNode();
    },
    close(inherited) {
      closeNode();
      const list = nodes.map((id) => `${id} 0 R`).join(' ');
      objects.plain(root, `<</Type/Pages/Count ${count}/Kids[${list}]${inherited}>>`);
    },
  };
}

/** A hundred-millionth of a point is far below a dot at the end of the longest label. */
const number = (value: number): string => String(Math.round(value * 1e8) / 1e8);

/** A text string in UTF-16 (7.9.2.2); half a surrogate pair is written as the replacement character. */
function utf16Hex(text: string): string {
  const whole = text.toWellFormed();
  const codes = Array.from({ length: whole.length }, (_, i) => whole.charCodeAt(i));
  return ['FEFF', ...codes.map((code) => code.toString(16).toUpperCase().padStart(4, '0'))].join(
    '',
  );
}

import { encodeLatin1 } from '../bytes.ts';
import { LabelError } from '../errors.ts';
import { getDotsPerMm } from '../layout/place.ts';
import type { Scene } from '../scene.ts';
import type { SheetPage } from '../sheet.ts';
import type { Deflate } from './deflate.ts';
import { createPdfFontRegistry } from './pdf/fonts.ts';
import { createPdfFormRegistry } from './pdf/forms.ts';
import { createPdfImageRegistry } from './pdf/images.ts';
import { createPdfObjects, type PdfObjects } from './pdf/objects.ts';
import { buildPdfPageContent } from './pdf/page.ts';

export type PdfOptions = {
  deflate: Deflate;
  /** Document title shown by PDF readers. */
  title?: string;
};

/** Writes a PDF page by page. The file is the concatenation of all returned bytes. */
export type PdfWriter = {
  /** Adds a page of the label's size. All pieces of its fonts must be loaded. */
  addPage: (scene: Scene) => Uint8Array;
  /**
   * Adds a page with several labels, each clipped to its edges. Throws LabelError for labels of
   * different resolutions.
   */
  addSheet: (page: SheetPage) => Uint8Array;
  /** Returns the fonts and tables; no page may follow. */
  finish: () => Uint8Array;
};

/** Thinnest line of the device (8.4.3.2) in grey: the cut line. */
const CUT_LINE_STYLE = '0 w 0.6 G';

/** Points per millimetre; a point is 1/72 inch. */
const POINTS_PER_MM = 72 / 25.4;

type UsedResources = Parameters<typeof buildPdfPageContent>[1];

/**
 * Scales dots to points; one object for all labels of a resolution. The line end protects against
 * tools that join the streams of a page without a separator, such as CUPS's pdftopdf: `cm` and the
 * `q` of the label would form one token, and the page would be blank.
 */
function createScaleObjectCache(objects: PdfObjects): (perDot: number) => number {
  const scales = new Map<number, number>();
  return (perDot) => {
    const cachedScale = scales.get(perDot);
    if (cachedScale !== undefined) return cachedScale;
    const id = objects.reserve();
    scales.set(perDot, id);
    objects.writeStream(
      id,
      encodeLatin1(`${formatPdfNumber(perDot)} 0 0 ${formatPdfNumber(perDot)} 0 0 cm\n`),
    );
    return id;
  };
}

/** Content of a page with several labels, with `perMm` dots per mm. */
function buildSheetContent(
  { paper, labels, isOutlined }: SheetPage,
  perMm: number,
  resources: UsedResources,
): string {
  const height = Math.round(paper.heightMm * perMm);
  const drawnLabels = labels.map(({ scene, xMm, yMm }) => {
    const [x, top] = [Math.round(xMm * perMm), Math.round(yMm * perMm)];
    const y = height - top - scene.heightDots;
    const edge = `0 0 ${scene.widthDots} ${scene.heightDots} re`;
    const outline = isOutlined ? `\n${CUT_LINE_STYLE} ${edge} S` : '';
    return `q 1 0 0 1 ${x} ${y} cm q ${edge} W n\n${buildPdfPageContent(scene, resources)}\nQ${outline} Q`;
  });
  return drawnLabels.join('\n');
}

/** Adds the catalog and the document information; returns the entries of the trailer. */
function addCatalogAndInformation(
  objects: PdfObjects,
  root: number,
  title: string | undefined,
): string {
  const catalog = objects.reserve();
  objects.addObject(catalog, `<</Type/Catalog/Pages ${root} 0 R>>`);
  if (title === undefined) return `/Root ${catalog} 0 R`;
  const info = objects.reserve();
  objects.addObject(info, `<</Title<${encodeUtf16Hex(title)}>>>`);
  return `/Root ${catalog} 0 R/Info ${info} 0 R`;
}

/**
 * Writes PDF 1.5 (ISO 32000-1): the dots of scenes as vectors at true size, searchable and copyable
 * text, one subset per font. Holds a few bytes per page until the end. Deterministic: the same
 * scenes give the same bytes. Throws LabelError `label-too-large` beyond 4 GB.
 *
 * @example
 * const pdf = createPdfWriter({ deflate });
 * for (const scene of scenes) file.write(pdf.addPage(scene));
 * file.write(pdf.finish());
 */
export function createPdfWriter({ deflate, title }: PdfOptions): PdfWriter {
  const objects = createPdfObjects(deflate);
  const fonts = createPdfFontRegistry();
  const forms = createPdfFormRegistry(objects);
  const images = createPdfImageRegistry(objects);
  const [root, resources] = [objects.reserve(), objects.reserve()];
  const pages = createPageTree(objects, root);
  const reserveScaleObject = createScaleObjectCache(objects);
  const usedResources = { fonts, forms, images };
  /** Size in dots, with `perMm` dots per mm. */
  const writePage = (perMm: number, width: number, height: number, page: string): Uint8Array => {
    const perDot = POINTS_PER_MM / perMm;
    const scale = reserveScaleObject(perDot);
    const content = objects.reserve();
    objects.writeStream(content, encodeLatin1(`${page}\n`));
    const size = `${formatPdfNumber(width * perDot)} ${formatPdfNumber(height * perDot)}`;
    pages.add(`/MediaBox[0 0 ${size}]/Contents[${scale} 0 R ${content} 0 R]`);
    return objects.drainBytes();
  };
  return {
    addPage(scene) {
      const { widthDots, heightDots } = scene;
      return writePage(
        getDotsPerMm(scene.dpi),
        widthDots,
        heightDots,
        buildPdfPageContent(scene, usedResources),
      );
    },
    addSheet(page) {
      const { paper, labels } = page;
      const dpi = labels[0]?.scene.dpi ?? 600;
      if (labels.some(({ scene }) => scene.dpi !== dpi))
        throw new LabelError('bad-media', '一页上的标签须是同一种分辨率');
      const perMm = getDotsPerMm(dpi);
      const [width, height] = [paper.widthMm * perMm, paper.heightMm * perMm];
      return writePage(perMm, width, height, buildSheetContent(page, perMm, usedResources));
    },
    finish() {
      const drawings = `${forms.formatResources()}${images.formatResources()}`;
      objects.addObject(resources, `<</Font${fonts.write(objects)}/XObject<<${drawings}>>>>`);
      pages.close(`/Resources ${resources} 0 R`);
      objects.close(addCatalogAndInformation(objects, root, title));
      return objects.drainBytes();
    },
  };
}

/** Children per node of the page tree: a tree of two levels holds a million pages. */
const MAX_CHILDREN = 1000;

type Pages = { add: (entries: string) => void; close: (inherited: string) => void };

/** Pages that get consecutive numbers: these compress better than every second number. */
const PAGES_PER_NUMBERING = 250;

/** Page tree (7.7.3) with a node per thousand pages. */
function createPageTree(objects: PdfObjects, root: number): Pages {
  const nodes: number[] = [];
  let count = 0;
  let node = 0;
  let kids: string[] = [];
  let pendingEntries: string[] = [];
  const numberPendingPages = (): void => {
    const ids = pendingEntries.map(() => objects.reserve());
    pendingEntries.forEach((entries, i) => {
      const id = ids[i] ?? 0;
      objects.addObject(id, `<</Type/Page/Parent ${node} 0 R${entries}>>`);
      kids.push(`${id} 0 R`);
    });
    pendingEntries = [];
  };
  const closePageTreeNode = (): void => {
    numberPendingPages();
    if (kids.length === 0) return;
    objects.addObject(
      node,
      `<</Type/Pages/Parent ${root} 0 R/Count ${kids.length}/Kids[${kids.join(' ')}]>>`,
    );
    kids = [];
  };
  return {
    add(entries) {
      if (kids.length + pendingEntries.length === 0) {
        node = objects.reserve();
        nodes.push(node);
      }
      pendingEntries.push(entries);
      count += 1;
      if (pendingEntries.length === PAGES_PER_NUMBERING) numberPendingPages();
      if (kids.length === MAX_CHILDREN) closePageTreeNode();
    },
    close(inherited) {
      closePageTreeNode();
      const list = nodes.map((id) => `${id} 0 R`).join(' ');
      objects.addObject(root, `<</Type/Pages/Count ${count}/Kids[${list}]${inherited}>>`);
    },
  };
}

/** A hundred-millionth of a point is far below a dot even at the end of the longest label. */
const formatPdfNumber = (value: number): string => String(Math.round(value * 1e8) / 1e8);

/**
 * Encodes a text string in UTF-16 (7.9.2.2); a lone surrogate becomes the replacement character.
 */
function encodeUtf16Hex(text: string): string {
  const wellFormedText = text.toWellFormed();
  const codes = Array.from({ length: wellFormedText.length }, (_, i) =>
    wellFormedText.charCodeAt(i),
  );
  return ['FEFF', ...codes.map((code) => code.toString(16).toUpperCase().padStart(4, '0'))].join(
    '',
  );
}

import type { Template, TemplateImage } from '@yunbiao/label';
import { computeBounds } from './box.ts';
import type { Command, Doc } from './doc.ts';
import { addElements } from './arrange.ts';
import { type ElementsWithGroups, extractSelection } from './groups.ts';
import { removeUnusedImages } from './unused-images.ts';
import { insertPicture } from './pictures.ts';
import type { CheckTemplate } from './check-template.ts';

/** Marks copied elements, to distinguish them from other text. */
const CLIPBOARD_MARKER = 'yunbiao-elements';

export type Copied = ElementsWithGroups & { images: TemplateImage[] };

/** The selected elements with their pictures as clipboard text; '' when nothing is selected. */
export const serializeSelectedElements = (doc: Doc): string => {
  const selection = extractSelection(doc);
  if (!selection || selection.elements.length === 0) return '';
  const { elements, groups } = selection;
  const shownImages = new Set(
    elements.flatMap((element) => (element.type === 'image' ? [element.image] : [])),
  );
  const images = (doc.template.images ?? []).filter(({ id }) => shownImages.has(id));
  return JSON.stringify({
    [CLIPBOARD_MARKER]: 1,
    elements,
    images,
    ...(groups.length > 0 && { groups }),
  });
};

/** Cheap check before the text is parsed. */
export const isCopiedElements = (text: string): boolean =>
  text.startsWith(`{"${CLIPBOARD_MARKER}"`);

/** Parses elements copied in this or another window; null for any other text. */
export const parseCopiedElements = (text: string, check: CheckTemplate): Copied | null => {
  if (!isCopiedElements(text)) return null;
  try {
    const { elements, images, groups } = JSON.parse(text) as Record<string, unknown>;
    const { template } = check({
      version: 1,
      widthMm: 200,
      heightMm: 300,
      fields: [],
      elements,
      images,
      ...(groups !== undefined && { groups }),
    });
    const { images: copiedImages = [], groups: copiedGroups = [] } = template ?? {};
    return template && { elements: template.elements, images: copiedImages, groups: copiedGroups };
  } catch {
    return null;
  }
};

/**
 * Adds the pictures of copied elements to the template and updates the elements' picture ids.
 * Returns null when there are too many pictures.
 */
export const mergeImages = (template: Template, { elements, images }: Omit<Copied, 'groups'>) => {
  let mergedTemplate = template;
  const ids = new Map<string, string>();
  for (const { id, png } of images) {
    const next = insertPicture(mergedTemplate, png);
    if (!next) return null;
    mergedTemplate = next.template;
    ids.set(id, next.id);
  }
  const pastedElements = elements.map((element) =>
    element.type === 'image'
      ? { ...element, image: ids.get(element.image) ?? element.image }
      : element,
  );
  return { template: mergedTemplate, elements: pastedElements };
};

/**
 * Inserts copied elements with their upper left corner at a point, mm. Without one they are inserted
 * next to their original position, or at the corner when that is outside the label.
 */
export const pasteElements =
  (copiedDesign: Copied, at?: { x: number; y: number }): Command =>
  (doc) => {
    const copiedBounds = computeBounds(copiedDesign.elements);
    const mergedParts = mergeImages(removeUnusedImages(doc.template), copiedDesign);
    if (!copiedBounds || !mergedParts) return doc;
    const { widthMm, heightMm } = doc.template;
    const isOff = copiedBounds.xMm > widthMm - 2 || copiedBounds.yMm > heightMm - 2;
    const corner = at ?? (isOff ? { x: 1, y: 1 } : null);
    const [dx, dy] = corner ? [corner.x - copiedBounds.xMm, corner.y - copiedBounds.yMm] : [2, 2];
    const next = { ...doc, template: mergedParts.template };
    const docWithElements = addElements(
      mergedParts.elements.map((element) => ({
        ...element,
        xMm: element.xMm + dx,
        yMm: element.yMm + dy,
      })),
      copiedDesign.groups,
    )(next);
    return docWithElements === next ? doc : docWithElements;
  };

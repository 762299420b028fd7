import type { Template, TemplateElement, TemplateImage } from '@yunbiao/label';
import { aroundAll } from './box.ts';
import { getMovable, type Command, type Doc } from './doc.ts';
import { add } from './arrange.ts';
import { withoutUnused } from './images.ts';
import { withPicture } from './pictures.ts';
import type { CheckTemplate } from './template-check.ts';

/** What stands at the start of copied elements, so that other text is told from them. */
const MARK = 'yunbiao-elements';

export type Copied = { elements: TemplateElement[]; images: TemplateImage[] };

/** The chosen elements as text for the clipboard, with the pictures they show; '' when nothing is chosen. */
export const copyText = (doc: Doc): string => {
  const elements = getMovable(doc);
  if (elements.length === 0) return '';
  const shown = new Set(elements.flatMap((one) => (one.type === 'image' ? [one.image] : [])));
  const images = (doc.template.images ?? []).filter(({ id }) => shown.has(id));
  return JSON.stringify({ [MARK]: 1, elements, images });
};

/** Whether a text begins as copied elements do: only then is there anything to check. */
export const isCopied = (text: string): boolean => text.startsWith(`{"${MARK}"`);

/** Elements that were copied here or in another window; null for anything else, whatever it is. */
export const readCopied = (text: string, check: CheckTemplate): Copied | null => {
  if (!isCopied(text)) return null;
  try {
    const { elements, images } = JSON.parse(text) as Record<string, unknown>;
    const { template } = check({
      version: 1,
      widthMm: 200,
      heightMm: 300,
      fields: [],
      elements,
      images,
    });
    return template && { elements: template.elements, images: template.images ?? [] };
  } catch {
    return null;
  }
};

/** The template with the pictures copied elements show, and the elements with the ids they have in it; null when there are too many. */
const withTheirImages = (template: Template, { elements, images }: Copied) => {
  let held = template;
  const ids = new Map<string, string>();
  for (const { id, png } of images) {
    const next = withPicture(held, png);
    if (!next) return null;
    held = next.template;
    ids.set(id, next.id);
  }
  const own = elements.map((element) =>
    element.type === 'image'
      ? { ...element, image: ids.get(element.image) ?? element.image }
      : element,
  );
  return { template: held, elements: own };
};

/** Copied elements beside where they were, or, on a label they do not fit, at its corner. */
export const paste =
  (copied: Copied): Command =>
  (doc) => {
    const around = aroundAll(copied.elements);
    const held = withTheirImages(withoutUnused(doc.template), copied);
    if (!around || !held) return doc;
    const { widthMm, heightMm } = doc.template;
    const isOff = around.xMm > widthMm - 2 || around.yMm > heightMm - 2;
    const [dx, dy] = isOff ? [1 - around.xMm, 1 - around.yMm] : [2, 2];
    const next = { ...doc, template: held.template };
    const added = add(
      held.elements.map((element) => ({
        ...element,
        xMm: element.xMm + dx,
        yMm: element.yMm + dy,
      })),
    )(next);
    return added === next ? doc : added;
  };

import { templateContent } from '@yunbiao/contract/template';
import type { TemplateElement, TemplateImage } from '@yunbiao/label';
import { aroundAll } from './box.ts';
import { movableOf, type Command, type Doc } from './doc.ts';
import { add } from './arrange.ts';

/** What stands at the start of copied elements, so that other text is told from them. */
const MARK = 'yunbiao-elements';

export type Copied = { elements: TemplateElement[]; images: TemplateImage[] };

/** The chosen elements as text for the clipboard, with the pictures they show; '' when nothing is chosen. */
export const copyText = (doc: Doc): string => {
  const elements = movableOf(doc);
  if (elements.length === 0) return '';
  const shown = new Set(elements.flatMap((one) => (one.type === 'image' ? [one.image] : [])));
  const images = (doc.template.images ?? []).filter(({ id }) => shown.has(id));
  return JSON.stringify({ [MARK]: 1, elements, images });
};

/** Elements that were copied here or in another window; null for anything else, whatever it is. */
export const readCopied = (text: string): Copied | null => {
  if (!text.startsWith(`{"${MARK}"`)) return null;
  try {
    const { elements, images } = JSON.parse(text) as Record<string, unknown>;
    const parsed = templateContent.safeParse({
      version: 1,
      widthMm: 200,
      heightMm: 300,
      fields: [],
      elements,
      images,
    });
    return parsed.success
      ? { elements: parsed.data.elements, images: parsed.data.images ?? [] }
      : null;
  } catch {
    return null;
  }
};

/** Copied elements beside where they were, or, on a label they do not fit, at its corner. */
export const paste =
  ({ elements }: Copied): Command =>
  (doc) => {
    const around = aroundAll(elements);
    if (!around) return doc;
    const { widthMm, heightMm } = doc.template;
    const isOff = around.xMm > widthMm - 2 || around.yMm > heightMm - 2;
    const [dx, dy] = isOff ? [1 - around.xMm, 1 - around.yMm] : [2, 2];
    return add(
      elements.map((element) => ({ ...element, xMm: element.xMm + dx, yMm: element.yMm + dy })),
    )(doc);
  };

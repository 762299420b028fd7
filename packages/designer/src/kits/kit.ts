import { MAX_ELEMENTS, MAX_FIELDS, MAX_IMAGES } from '@yunbiao/contract/limits/template';
import type {
  Template,
  TemplateElement,
  TemplateField,
  TemplateGroup,
  TemplateImage,
} from '@yunbiao/label';
import { addElements } from '../arrange.ts';
import { computeBounds } from '../box.ts';
import { mergeImages } from '../clipboard.ts';
import { type Command, countRemainingElements } from '../doc.ts';
import { removeUnusedImages } from '../unused-images.ts';

/**
 * A ready group of elements with the fields and pictures that they use. Inserted, they are normal
 * elements.
 */
export type Kit = {
  elements: readonly TemplateElement[];
  fields: readonly TemplateField[];
  images?: readonly TemplateImage[];
  groups?: readonly TemplateGroup[];
};

/** Distance of an inserted kit from the corner of the label when it is larger than the label, mm. */
const CORNER_MM = 1;
/** Distance from an element that lies where the kit would be, mm. */
const STEP_MM = 2;

const listMissingFields = ({ fields }: Template, kit: Kit): TemplateField[] =>
  kit.fields.filter(({ name }) => !fields.some((field) => field.name === name));

/** Why a template has no room for a kit; '' when it has. */
export const explainKitRefusal = (template: Template, kit: Kit): string => {
  if (kit.elements.length > countRemainingElements(template))
    return `放不下了：一个标签最多 ${MAX_ELEMENTS} 个元素`;
  if (template.fields.length + listMissingFields(template, kit).length > MAX_FIELDS)
    return `一个模板最多 ${MAX_FIELDS} 栏，先删除不用的`;
  return mergeImages(removeUnusedImages(template), {
    elements: [],
    images: [...(kit.images ?? [])],
  })
    ? ''
    : `放不下了：一个模板最多 ${MAX_IMAGES} 张图片`;
};

/** Offset that centres a kit on the label, beside an element that has the same corner. */
const computeKitOffset = (template: Template, kit: Kit): { dx: number; dy: number } => {
  const bounds = computeBounds(kit.elements);
  if (!bounds) return { dx: 0, dy: 0 };
  const centre = (side: number, length: number): number => Math.max(CORNER_MM, (side - length) / 2);
  let xMm = centre(template.widthMm, bounds.widthMm);
  let yMm = centre(template.heightMm, bounds.heightMm);
  const isTaken = (): boolean =>
    template.elements.some(
      (element) =>
        Math.abs(element.xMm - xMm) < STEP_MM / 2 && Math.abs(element.yMm - yMm) < STEP_MM / 2,
    );
  while (isTaken()) [xMm, yMm] = [xMm + STEP_MM, yMm + STEP_MM];
  return { dx: xMm - bounds.xMm, dy: yMm - bounds.yMm };
};

/**
 * Inserts a kit in the middle of the label and selects it. It is no group, because the elements of a
 * group have no properties of their own. Fields that the template
 * has already are used as they are. Does nothing when a limit is reached.
 */
export const insertKit =
  (kit: Kit): Command =>
  (doc) => {
    if (explainKitRefusal(doc.template, kit) !== '') return doc;
    const { dx, dy } = computeKitOffset(doc.template, kit);
    const placed = kit.elements.map((element) => ({
      ...element,
      xMm: element.xMm + dx,
      yMm: element.yMm + dy,
    }));
    const merged = mergeImages(removeUnusedImages(doc.template), {
      elements: placed,
      images: [...(kit.images ?? [])],
    });
    if (!merged) return doc;
    const fields = [...doc.template.fields, ...listMissingFields(doc.template, kit)];
    return addElements(
      merged.elements,
      kit.groups,
    )({ ...doc, template: { ...merged.template, fields } });
  };

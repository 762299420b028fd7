import { isElementLocked } from '@yunbiao/label/groups';
import {
  CODE_TEXT_MM,
  ELEMENT_PLACE_MM,
  ELEMENT_SIDE_MM,
  LINE_MM,
  TEXT_SIZE_MM,
} from '@yunbiao/contract/limits/template';
import type { TemplateElement } from '@yunbiao/label';
import { roundMm } from './box.ts';
import type { Command } from './doc.ts';
import { changeElements, type Patch } from './edit.ts';

type NumberControl = { kind: 'number'; unit: string; step: number; min: number; max: number };
type ChoiceControl = { kind: 'choice'; options: readonly { value: string; label: string }[] };
type FlagControl = { kind: 'flag' };

/** A property that elements of different types can have. */
export type SharedProperty = {
  key: string;
  label: string;
  control: NumberControl | ChoiceControl | FlagControl;
};

const inMm = ({ min, max }: { min: number; max: number }, step = 0.125): NumberControl => ({
  kind: 'number',
  unit: 'mm',
  step,
  min,
  max,
});

const choose = (labels: Record<string, string>): ChoiceControl => ({
  kind: 'choice',
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
});

/** Keys that every element has, and those that unlocked ones change only. */
const PLACE_KEYS: ReadonlySet<string> = new Set(['xMm', 'yMm', 'widthMm', 'heightMm', 'rotation']);
const FLAG_KEYS: ReadonlySet<string> = new Set(['locked', 'hidden']);

const PROPERTIES: readonly SharedProperty[] = [
  { key: 'xMm', label: 'X', control: inMm(ELEMENT_PLACE_MM) },
  { key: 'yMm', label: 'Y', control: inMm(ELEMENT_PLACE_MM) },
  { key: 'widthMm', label: '宽', control: inMm(ELEMENT_SIDE_MM) },
  { key: 'heightMm', label: '高', control: inMm(ELEMENT_SIDE_MM) },
  { key: 'sizeMm', label: '字高', control: inMm(TEXT_SIZE_MM, 0.25) },
  { key: 'textSizeMm', label: '条码文字高', control: inMm(CODE_TEXT_MM, 0.25) },
  { key: 'lineMm', label: '线宽', control: inMm({ ...LINE_MM, min: 0.05 }) },
  {
    key: 'rotation',
    label: '旋转',
    control: choose({ 0: '0°', 90: '90°', 180: '180°', 270: '270°' }),
  },
  { key: 'weight', label: '粗细', control: choose({ 400: '常规', 700: '粗' }) },
  { key: 'showText', label: '显示条码文字', control: { kind: 'flag' } },
  { key: 'locked', label: '锁定', control: { kind: 'flag' } },
  { key: 'hidden', label: '隐藏', control: { kind: 'flag' } },
];

const hasProperty = (element: TemplateElement, key: string): boolean =>
  key in element || FLAG_KEYS.has(key);

const readProperty = (element: TemplateElement, { key, control }: SharedProperty): unknown => {
  const value = (element as Patch)[key];
  return control.kind === 'flag' ? value === true : value;
};

/** Value of a property of several elements; undefined when it differs. */
export type SharedValue = {
  property: SharedProperty;
  value: string | number | boolean | undefined;
};

/** The properties that all elements have, in the order of the panel. */
export const listSharedProperties = (elements: readonly TemplateElement[]): SharedValue[] =>
  PROPERTIES.filter(({ key }) => elements.every((element) => hasProperty(element, key))).map(
    (property) => {
      const values = new Set(elements.map((element) => readProperty(element, property)));
      const [value] = values;
      return { property, value: values.size === 1 ? (value as SharedValue['value']) : undefined };
    },
  );

/** Sizes of a text that may not exceed the size of its letters. */
const limitTextSizes = (element: TemplateElement, sizeMm: number): Patch => {
  if (element.type !== 'text') return {};
  const { minSizeMm, tail } = element;
  return {
    ...(minSizeMm !== undefined && minSizeMm > sizeMm && { minSizeMm: sizeMm }),
    ...(tail && tail.sizeMm > sizeMm && { tail: { ...tail, sizeMm } }),
  };
};

const buildPatch = (element: TemplateElement, key: string, value: unknown): Patch => {
  if (FLAG_KEYS.has(key)) return { [key]: value === true ? true : undefined };
  if (typeof value !== 'number') return { [key]: value };
  if (key === 'sizeMm') return { sizeMm: value, ...limitTextSizes(element, value) };
  return { [key]: key === 'rotation' || key === 'weight' ? value : roundMm(value) };
};

/** Gives all elements this value of a property that they share. Locked ones stay where they are. */
export const setSharedProperty =
  (ids: readonly string[], key: string, value: string | number | boolean): Command =>
  (doc) =>
    changeElements(ids, (element) =>
      PLACE_KEYS.has(key) && isElementLocked(doc.template, element)
        ? {}
        : buildPatch(element, key, value),
    )(doc);

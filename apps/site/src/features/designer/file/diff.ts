import { describeCondition, getElementCondition } from '@yunbiao/designer/conditions/conditions';
import { getElementDisplayName } from '@yunbiao/designer/element-names';
import { getGroupDisplayName } from '@yunbiao/designer/layers/layer-tree';
import type { Template } from '@yunbiao/label';

/** Conditions in words, by what has them: dots of one label do not show them. */
const listConditionWords = (template: Template): Map<string, { name: string; words: string }> => {
  const describe = (condition: string | undefined): string =>
    condition === undefined ? '总是打印' : describeCondition(condition, template.fields);
  return new Map([
    ...template.elements.map((element): [string, { name: string; words: string }] => [
      `element ${element.id}`,
      {
        name: getElementDisplayName(element, template.fields),
        words: describe(getElementCondition(element, template.fields)),
      },
    ]),
    ...(template.groups ?? []).map((group): [string, { name: string; words: string }] => [
      `group ${group.id}`,
      { name: getGroupDisplayName(group), words: describe(group.showIf) },
    ]),
  ]);
};

/** Conditions that were different: `火焰图标：那一版总是打印，现在“类别”是“易燃”才打印`. */
export const listConditionChanges = (before: Template, after: Template): string[] => {
  const formerWords = listConditionWords(before);
  return [...listConditionWords(after)].flatMap(([key, { name, words }]) => {
    const former = formerWords.get(key);
    const isGroup = key.startsWith('group ');
    const formerText = former?.words ?? (isGroup ? '总是打印' : words);
    return formerText === words ? [] : [`${name}：那一版${formerText}，现在${words}`];
  });
};

/** Opaque picture of dots, as drawn by the engine. */
type Dots = { widthDots: number; heightDots: number; rgba: Uint8ClampedArray };

type Colour = readonly [number, number, number];

/** Colours of dots only in the earlier version and only in the current one. */
const ONLY_BEFORE: Colour = [201, 53, 34];
const ONLY_AFTER: Colour = [43, 74, 203];
const IN_BOTH: Colour = [190, 186, 176];
const PAPER: Colour = [255, 255, 255];

const isBlack = ({ widthDots, heightDots, rgba }: Dots, x: number, y: number): boolean =>
  x < widthDots && y < heightDots && (rgba[4 * (y * widthDots + x)] ?? 255) < 128;

/**
 * Overlays both labels, at the size of the larger one. Dots in both are grey; dots in only one have
 * its colour.
 */
export const computeDifference = (
  before: Dots,
  after: Dots,
): Dots & { rgba: Uint8ClampedArray<ArrayBuffer>; changed: number } => {
  const widthDots = Math.max(before.widthDots, after.widthDots);
  const heightDots = Math.max(before.heightDots, after.heightDots);
  const rgba = new Uint8ClampedArray(4 * widthDots * heightDots);
  let changedPixels = 0;
  for (let y = 0; y < heightDots; y += 1)
    for (let x = 0; x < widthDots; x += 1) {
      const [wasBlack, is] = [isBlack(before, x, y), isBlack(after, x, y)];
      const colour = wasBlack && is ? IN_BOTH : wasBlack ? ONLY_BEFORE : is ? ONLY_AFTER : PAPER;
      if (wasBlack !== is) changedPixels += 1;
      rgba.set([...colour, 255], 4 * (y * widthDots + x));
    }
  return { widthDots, heightDots, rgba, changed: changedPixels };
};

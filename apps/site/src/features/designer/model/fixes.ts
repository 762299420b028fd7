import type {
  ElementInk,
  LabelWarning,
  LabelWarningCode,
  SceneSymbol,
  Template,
  TemplateElement,
  TextElement,
} from '@yunbiao/label';
import { isCode, isLinear } from '@yunbiao/label/template';
import { place } from './arrange.ts';
import { type Box, getBox } from './box.ts';
import { type Command, getElement } from './doc.ts';
import { change, type Patch } from './edit.ts';

/** What can be done about a problem at a press: it is tried before it is offered. */
export type Fix = { label: string; command: Command };

/** What of a label a problem is about: the engine's own warning, or what else was seen. */
export type About = {
  code: LabelWarningCode | 'near-edge' | 'too-small-to-scan';
  /** An element, or the cell of a table. */
  id: string;
};

export type FixInput = {
  template: Template;
  dotsPerMm: number;
  boxes: readonly ElementInk[];
  symbols: readonly SceneSymbol[];
  quietDots: (elementId: string) => number;
  /** What the engine would say of these elements alone on the label. */
  attempt: (elements: TemplateElement[]) => readonly LabelWarning[];
};

/** Ink stays this far from the edges of the label, mm: paper wanders. */
export const EDGE_MM = 1;

const NO_FIT: ReadonlySet<LabelWarningCode> = new Set([
  'text-overflow',
  'text-shrunk',
  'text-broken',
]);
const NO_CODE: ReadonlySet<LabelWarningCode> = new Set(['code-too-wide', 'code-module-small']);

/** None of these is said of the element any more, nor that it is off the label. */
const isRid = (
  { attempt }: FixInput,
  element: TemplateElement,
  codes: ReadonlySet<LabelWarningCode>,
): boolean =>
  attempt([element]).every(
    ({ code }) => !codes.has(code) && code !== 'outside-label' && code !== 'code-outside-label',
  );

/** The first of `count` steps for which it holds, the later ones holding too; null when none does. */
const firstThat = (count: number, holds: (step: number) => boolean): number | null => {
  if (count < 0 || !holds(count)) return null;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

const grown = (box: Box, sides: { widthMm: number; heightMm: number }, label: Template): Box => {
  const moved = (at: number, length: number, room: number): number =>
    Math.max(0, Math.min(at, room - length));
  return {
    ...sides,
    xMm: moved(box.xMm, sides.widthMm, label.widthMm),
    yMm: moved(box.yMm, sides.heightMm, label.heightMm),
  };
};

const mm = (value: number): string => `${Math.round(value * 10) / 10} mm`;

/** Finer than any print head, coarse enough to be a figure, mm. */
const STEP_MM = 0.1;
const roundedUp = (value: number): number => Math.ceil(value / STEP_MM - 1e-6) * STEP_MM;

/** The box made longer along the text, or higher where it wraps, until everything fits. */
const largerFrame = (input: FixInput, element: TextElement, patch: Patch = {}): Fix | undefined => {
  const { template } = input;
  const isTurned = element.rotation === 90 || element.rotation === 270;
  const isVertical = element.writingMode === 'vertical-rl';
  const wraps = element.fit === 'wrap';
  // Lines run along the width; turning, vertical text and wrapping each change which side has to grow.
  const isTall = [isTurned, isVertical, wraps].filter(Boolean).length % 2 === 1;
  const side = isTall ? 'heightMm' : 'widthMm';
  const start = roundedUp(element[side]);
  const most = template[side] - 2 * EDGE_MM;
  const boxAt = (step: number): Box =>
    grown(getBox(element), { ...getBox(element), [side]: start + step * STEP_MM }, template);
  const step = firstThat(Math.floor((most - start) / STEP_MM), (one) =>
    isRid(input, { ...element, ...boxAt(one) }, NO_FIT),
  );
  if (step === null) return undefined;
  const placed = place(new Map([[element.id, boxAt(step)]]));
  const command: Command = (doc) => placed(change([element.id], patch)(doc));
  return { label: `${isTall ? '加高' : '加宽'}到 ${mm(boxAt(step)[side])}`, command };
};

/** A gap where no font has the character; of a table in all its texts: the engine does not say which cell it was. */
const printGaps = (element: TemplateElement): Patch => {
  const missingGlyph = 'gap';
  if (element.type !== 'table') return { missingGlyph };
  return {
    cells: element.cells.map((cell) => (cell.type === 'text' ? { ...cell, missingGlyph } : cell)),
  };
};

const fitText = (input: FixInput, element: TextElement): Fix | undefined => {
  const fits = [
    { fit: 'shrink', label: '自动缩小' },
    { fit: 'wrap', label: '换行' },
  ] as const;
  const isCut: ReadonlySet<LabelWarningCode> = new Set(['text-overflow', 'text-broken']);
  const found = fits.find(
    ({ fit }) => fit !== element.fit && isRid(input, { ...element, fit }, isCut),
  );
  return (
    (found && { label: found.label, command: change([element.id], { fit: found.fit }) }) ??
    largerFrame(input, element) ??
    wrapped(input, element)
  );
};

/** Lines below each other, and as much room for them as they need. */
const wrapped = (input: FixInput, element: TextElement): Fix | undefined => {
  if (element.fit === 'wrap') return undefined;
  const fix = largerFrame(input, { ...element, fit: 'wrap' }, { fit: 'wrap' });
  return fix && { ...fix, label: `换行，${fix.label}` };
};

/** As long as a code has to be for modules of one dot more, mm; 0 when nothing is known of it. */
const withLargerModules = (input: FixInput, element: TemplateElement): number => {
  const symbol = input.symbols.find(({ elementId }) => elementId === element.id);
  if (!symbol) return 0;
  const { box, kind, moduleDots } = symbol;
  const [across, down] = [box.x1 - box.x0, box.y1 - box.y0];
  const isTurned = element.rotation === 90 || element.rotation === 270;
  const length = kind === 'matrix' ? Math.max(across, down) : isTurned ? down : across;
  const whole = length + 2 * input.quietDots(element.id);
  return ((whole / moduleDots) * (moduleDots + 1)) / input.dotsPerMm;
};

/** The code in the smallest larger box that takes the reason away; for a linear one the longer side grows. */
const largerCode = (input: FixInput, element: TemplateElement): Fix | undefined => {
  if (!isCode(element)) return undefined;
  const { template } = input;
  const isLine = isLinear(element);
  const isTurned = element.rotation === 90 || element.rotation === 270;
  const side = isLine && isTurned ? 'heightMm' : 'widthMm';
  // What the rules find too small becomes as large as they ask; what only a decoder does, a dot a module larger.
  const least = isRid(input, element, NO_CODE) ? withLargerModules(input, element) : 0;
  const start = roundedUp(Math.max(element[side], least));
  const boxAt = (step: number): Box => {
    const length = start + step * STEP_MM;
    const sides = isLine
      ? { ...getBox(element), [side]: length }
      : { widthMm: length, heightMm: (element.heightMm * length) / element.widthMm };
    return grown(getBox(element), sides, template);
  };
  const fits = (step: number): boolean => {
    const { widthMm, heightMm } = boxAt(step);
    return widthMm <= template.widthMm && heightMm <= template.heightMm;
  };
  let count = Math.floor((template[side] - start) / STEP_MM);
  while (count >= 0 && !fits(count)) count -= 1;
  const step = firstThat(count, (one) => isRid(input, { ...element, ...boxAt(one) }, NO_CODE));
  if (step === null) return undefined;
  const box = boxAt(step);
  const label = isLine ? `加长到 ${mm(box[side])}` : `放大到 ${mm(box.widthMm)}`;
  return { label, command: place(new Map([[element.id, box]])) };
};

/** Back on the label, as far from its edges as it should be, or as it can. */
const moveIn = (input: FixInput, element: TemplateElement, isCodeZone: boolean) => {
  const { template, dotsPerMm, boxes } = input;
  const ink = boxes.find(({ elementId }) => elementId === element.id)?.box;
  const isWhole = isCodeZone || !ink;
  const box = isWhole
    ? getBox(element)
    : {
        xMm: ink.x0 / dotsPerMm,
        yMm: ink.y0 / dotsPerMm,
        widthMm: (ink.x1 - ink.x0) / dotsPerMm,
        heightMm: (ink.y1 - ink.y0) / dotsPerMm,
      };
  const shift = (at: number, length: number, room: number): number | null => {
    const margin = Math.min(isWhole ? 0 : EDGE_MM, (room - length) / 2);
    if (margin < 0) return null;
    const by = Math.max(margin - at, 0) + Math.min(room - margin - at - length, 0);
    // Whole dots, and never one too few: places are kept in hundredths of a millimetre.
    return isWhole ? by : (Math.sign(by) * Math.ceil(Math.abs(by) * dotsPerMm + 0.25)) / dotsPerMm;
  };
  const dx = shift(box.xMm, box.widthMm, template.widthMm);
  const dy = shift(box.yMm, box.heightMm, template.heightMm);
  if (dx === null || dy === null || (Math.abs(dx) < 0.05 && Math.abs(dy) < 0.05)) return undefined;
  const to = { ...getBox(element), xMm: element.xMm + dx, yMm: element.yMm + dy };
  if (!isRid(input, { ...element, ...to }, new Set(isCodeZone ? ['code-quiet-zone'] : [])))
    return undefined;
  return { label: '移进来', command: place(new Map([[element.id, to]])) };
};

/** What can be done about it at a press; undefined for what somebody has to decide. Locked elements stay as they are. */
export const fixFor = (input: FixInput, { code, id }: About): Fix | undefined => {
  const element = getElement(input.template, id.split('/')[0] ?? id);
  if (!element || element.locked) return undefined;
  if (code === 'missing-glyph') {
    const isGap = element.type === 'text' && element.missingGlyph === 'gap';
    const command = change([element.id], printGaps);
    return isGap ? undefined : { label: '缺字印 〓', command };
  }
  if (element.type === 'table') return undefined;
  switch (code) {
    case 'text-overflow':
    case 'text-broken':
      return element.type === 'text' ? fitText(input, element) : undefined;
    case 'text-shrunk':
      return element.type === 'text' ? largerFrame(input, element) : undefined;
    case 'code-too-wide':
    case 'code-module-small':
    case 'too-small-to-scan':
      return largerCode(input, element);
    case 'code-quiet-zone':
      return moveIn(input, element, true);
    case 'outside-label':
    case 'code-outside-label':
    case 'near-edge':
      return moveIn(input, element, false);
    default:
      return undefined;
  }
};

import { isElementLocked } from '@yunbiao/label/groups';
import type {
  ElementInk,
  LabelWarning,
  LabelWarningCode,
  SceneSymbol,
  Template,
  TemplateElement,
  TextElement,
} from '@yunbiao/label';
import { isCodeElement, isLinearCodeElement } from '@yunbiao/label/template';
import { placeElements } from './arrange.ts';
import { type Box, getElementBox } from './box.ts';
import { type Command, findElement } from './doc.ts';
import { changeElements, type Patch } from './edit.ts';

/** One-click fix for a problem. It is tried on the engine before it is offered. */
export type Fix = { label: string; command: Command };

/** Subject of a problem: a warning of the engine, or another finding. */
export type Finding = {
  code: LabelWarningCode | 'near-edge' | 'too-small-to-scan';
  /** Id of an element, or of the cell of a table. */
  id: string;
};

export type FixInput = {
  template: Template;
  dotsPerMm: number;
  boxes: readonly ElementInk[];
  symbols: readonly SceneSymbol[];
  measureQuietDots: (elementId: string) => number;
  /** Warnings of the engine for a label with only these elements. */
  checkElements: (elements: TemplateElement[]) => readonly LabelWarning[];
};

/** Minimum distance of ink from the edges of the label, mm: the paper drifts. */
export const EDGE_MM = 1;

const TEXT_FIT_WARNINGS: ReadonlySet<LabelWarningCode> = new Set([
  'text-overflow',
  'text-shrunk',
  'text-broken',
]);
const CODE_SIZE_WARNINGS: ReadonlySet<LabelWarningCode> = new Set([
  'code-too-wide',
  'code-module-small',
]);

/** Returns true when the element has none of these warnings and lies on the label. */
const hasNoWarnings = (
  { checkElements }: FixInput,
  element: TemplateElement,
  codes: ReadonlySet<LabelWarningCode>,
): boolean =>
  checkElements([element]).every(
    ({ code }) => !codes.has(code) && code !== 'outside-label' && code !== 'code-outside-label',
  );

/**
 * Binary search for the first step for which `holds` is true. Assumes that it stays true for later
 * steps. Returns null when there is none.
 */
const findFirstStep = (count: number, holds: (step: number) => boolean): number | null => {
  if (count < 0 || !holds(count)) return null;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

const growBox = (box: Box, sides: { widthMm: number; heightMm: number }, label: Template): Box => {
  const clampStartToRoom = (at: number, length: number, room: number): number =>
    Math.max(0, Math.min(at, room - length));
  return {
    ...sides,
    xMm: clampStartToRoom(box.xMm, sides.widthMm, label.widthMm),
    yMm: clampStartToRoom(box.yMm, sides.heightMm, label.heightMm),
  };
};

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
const formatMm = (value: number): string => `${roundToTenth(value)} mm`;

/** Step of sizes, mm: small enough for a good fit, and a readable number. */
const STEP_MM = 0.1;
const roundUp = (value: number): number => Math.ceil(value / STEP_MM - 1e-6) * STEP_MM;

/** Enlarges the box along the text, or its height when the text wraps, until everything fits. */
const buildEnlargeTextFix = (
  input: FixInput,
  element: TextElement,
  patch: Patch = {},
): Fix | undefined => {
  const { template } = input;
  const isTurned = element.rotation === 90 || element.rotation === 270;
  const isVertical = element.writingMode === 'vertical-rl';
  const wraps = element.fit === 'wrap';
  // Lines run along the width. Rotation, vertical text and wrapping each swap the side that has to
  // grow.
  const isTall = [isTurned, isVertical, wraps].filter(Boolean).length % 2 === 1;
  const side = isTall ? 'heightMm' : 'widthMm';
  const start = roundUp(element[side]);
  const max = template[side] - 2 * EDGE_MM;
  const computeEnlargedTextBox = (step: number): Box =>
    growBox(
      getElementBox(element),
      { ...getElementBox(element), [side]: start + step * STEP_MM },
      template,
    );
  const step = findFirstStep(Math.floor((max - start) / STEP_MM), (candidate) =>
    hasNoWarnings(input, { ...element, ...computeEnlargedTextBox(candidate) }, TEXT_FIT_WARNINGS),
  );
  if (step === null) return undefined;
  const placeElement = placeElements(new Map([[element.id, computeEnlargedTextBox(step)]]));
  const runCommand: Command = (doc) => placeElement(changeElements([element.id], patch)(doc));
  return {
    label: `${isTall ? '加高' : '加宽'}到 ${formatMm(computeEnlargedTextBox(step)[side])}`,
    command: runCommand,
  };
};

/**
 * Prints a gap (〓) for characters without a glyph. In a table it applies to all texts, because the
 * engine does not report the cell.
 */
const buildMissingGlyphPatch = (element: TemplateElement): Patch => {
  const missingGlyph = 'gap';
  if (element.type !== 'table') return { missingGlyph };
  return {
    cells: element.cells.map((cell) => (cell.type === 'text' ? { ...cell, missingGlyph } : cell)),
  };
};

const buildTextFitFix = (input: FixInput, element: TextElement): Fix | undefined => {
  const fits = [
    { fit: 'shrink', label: '自动缩小' },
    { fit: 'wrap', label: '换行' },
  ] as const;
  const isCut: ReadonlySet<LabelWarningCode> = new Set(['text-overflow', 'text-broken']);
  const workingFit = fits.find(
    ({ fit }) => fit !== element.fit && hasNoWarnings(input, { ...element, fit }, isCut),
  );
  return (
    (workingFit && {
      label: workingFit.label,
      command: changeElements([element.id], { fit: workingFit.fit }),
    }) ??
    buildEnlargeTextFix(input, element) ??
    buildWrapTextFix(input, element)
  );
};

/** Wraps the text and enlarges the box as needed. */
const buildWrapTextFix = (input: FixInput, element: TextElement): Fix | undefined => {
  if (element.fit === 'wrap') return undefined;
  const fix = buildEnlargeTextFix(input, { ...element, fit: 'wrap' }, { fit: 'wrap' });
  return fix && { ...fix, label: `换行，${fix.label}` };
};

/** Length that a code needs for modules larger by one dot, mm; 0 when unknown. */
const computeEnlargedCodeLength = (input: FixInput, element: TemplateElement): number => {
  const symbol = input.symbols.find(({ elementId }) => elementId === element.id);
  if (!symbol) return 0;
  const { box, kind, moduleDots } = symbol;
  const [across, down] = [box.x1 - box.x0, box.y1 - box.y0];
  const isTurned = element.rotation === 90 || element.rotation === 270;
  const length = kind === 'matrix' ? Math.max(across, down) : isTurned ? down : across;
  const fullLength = length + 2 * input.measureQuietDots(element.id);
  return ((fullLength / moduleDots) * (moduleDots + 1)) / input.dotsPerMm;
};

/**
 * Enlarges a code to the smallest box that removes the warning. A linear code grows only in
 * length.
 */
const buildEnlargeCodeFix = (input: FixInput, element: TemplateElement): Fix | undefined => {
  if (!isCodeElement(element)) return undefined;
  const { template } = input;
  const isLine = isLinearCodeElement(element);
  const isTurned = element.rotation === 90 || element.rotation === 270;
  const side = isLine && isTurned ? 'heightMm' : 'widthMm';
  // Warnings of the engine define the required size. A code that only the decoder rejects grows by
  // one dot per module.
  const min = hasNoWarnings(input, element, CODE_SIZE_WARNINGS)
    ? computeEnlargedCodeLength(input, element)
    : 0;
  const start = roundUp(Math.max(element[side], min));
  const computeEnlargedCodeBox = (step: number): Box => {
    const length = start + step * STEP_MM;
    const sides = isLine
      ? { ...getElementBox(element), [side]: length }
      : { widthMm: length, heightMm: (element.heightMm * length) / element.widthMm };
    return growBox(getElementBox(element), sides, template);
  };
  const fitsOnLabel = (step: number): boolean => {
    const { widthMm, heightMm } = computeEnlargedCodeBox(step);
    return widthMm <= template.widthMm && heightMm <= template.heightMm;
  };
  let count = Math.floor((template[side] - start) / STEP_MM);
  while (count >= 0 && !fitsOnLabel(count)) count -= 1;
  const step = findFirstStep(count, (candidate) => {
    const box = moveBetweenDots(computeEnlargedCodeBox(candidate), input);
    return hasNoWarnings(input, { ...element, ...box }, CODE_SIZE_WARNINGS);
  });
  if (step === null) return undefined;
  const box = computeEnlargedCodeBox(step);
  const [width, height] = [roundToTenth(box.widthMm), roundToTenth(box.heightMm)];
  const sides = width === height ? `${width} mm` : `${width} × ${height} mm`;
  const label = isLine ? `加长到 ${formatMm(box[side])}` : `放大到 ${sides}`;
  return { label, command: placeElements(new Map([[element.id, box]])) };
};

/**
 * The box where rounding to dots gives it the fewest: a size that is enough there is enough in all
 * places, and is the one that the engine's message states.
 */
const moveBetweenDots = (box: Box, { dotsPerMm, template }: FixInput): Box => {
  const moveStart = (at: number, length: number, room: number): number => {
    const dot = Math.floor(at * dotsPerMm);
    const next = (dot + 0.5) / dotsPerMm;
    return next + length <= room || dot === 0 ? next : (dot - 0.5) / dotsPerMm;
  };
  return {
    ...box,
    xMm: moveStart(box.xMm, box.widthMm, template.widthMm),
    yMm: moveStart(box.yMm, box.heightMm, template.heightMm),
  };
};

/**
 * Moves an element onto the label, with the required distance to the edges if there is room.
 * Nothing can be done for an element near the edge that has no room for the distance.
 */
const buildMoveInsideFix = (input: FixInput, element: TemplateElement, code: Finding['code']) => {
  const isCodeZone = code === 'code-quiet-zone';
  const { template, dotsPerMm, boxes } = input;
  const ink = boxes.find(({ elementId }) => elementId === element.id)?.box;
  const isWhole = isCodeZone || !ink;
  const box = isWhole
    ? getElementBox(element)
    : {
        xMm: ink.x0 / dotsPerMm,
        yMm: ink.y0 / dotsPerMm,
        widthMm: (ink.x1 - ink.x0) / dotsPerMm,
        heightMm: (ink.y1 - ink.y0) / dotsPerMm,
      };
  const computeShiftOntoLabel = (at: number, length: number, room: number): number | null => {
    const margin = Math.min(isWhole ? 0 : EDGE_MM, (room - length) / 2);
    const isNear = at < EDGE_MM || room - at - length < EDGE_MM;
    if (margin < 0 || (code === 'near-edge' && margin < EDGE_MM && isNear)) return null;
    const by = Math.max(margin - at, 0) + Math.min(room - margin - at - length, 0);
    // Rounds up to whole dots. The extra 0.25 covers the rounding of positions to 0.01 mm.
    return isWhole ? by : (Math.sign(by) * Math.ceil(Math.abs(by) * dotsPerMm + 0.25)) / dotsPerMm;
  };
  const dx = computeShiftOntoLabel(box.xMm, box.widthMm, template.widthMm);
  const dy = computeShiftOntoLabel(box.yMm, box.heightMm, template.heightMm);
  if (dx === null || dy === null || (Math.abs(dx) < 0.05 && Math.abs(dy) < 0.05)) return undefined;
  const to = { ...getElementBox(element), xMm: element.xMm + dx, yMm: element.yMm + dy };
  if (!hasNoWarnings(input, { ...element, ...to }, new Set(isCodeZone ? ['code-quiet-zone'] : [])))
    return undefined;
  return { label: '移进来', command: placeElements(new Map([[element.id, to]])) };
};

const RANKS = { warning: 1, error: 2 } as const;

/** How bad the warnings with this code at the element are: 0 without one. */
const rankFinding = (warnings: readonly LabelWarning[], { code, id }: Finding): number =>
  Math.max(
    0,
    ...warnings
      .filter((warning) => warning.code === code && warning.elementId === id)
      .map(({ level }) => RANKS[level]),
  );

const countErrors = (warnings: readonly LabelWarning[]): number =>
  warnings.filter(({ level }) => level === 'error').length;

/**
 * Tries a fix on the complete label. It helps when the engine no longer reports the finding, or
 * prints in spite of it, and rejects nothing else instead.
 */
const isHelpful = (input: FixInput, fix: Fix, finding: Finding): boolean => {
  const { template } = input;
  const fixed = fix.command({ template, chosen: [] }).template;
  if (fixed === template) return false;
  const before = input.checkElements(template.elements);
  const after = input.checkElements(fixed.elements);
  const rank = rankFinding(before, finding);
  return (
    (rank === 0 || rankFinding(after, finding) < rank) && countErrors(after) <= countErrors(before)
  );
};

const buildFix = (
  input: FixInput,
  element: TemplateElement,
  code: Finding['code'],
): Fix | undefined => {
  if (code === 'missing-glyph') {
    const isGap = element.type === 'text' && element.missingGlyph === 'gap';
    const command = changeElements([element.id], buildMissingGlyphPatch);
    return isGap ? undefined : { label: '缺字打印 〓', command };
  }
  if (element.type === 'table') return undefined;
  switch (code) {
    case 'text-overflow':
    case 'text-broken':
      return element.type === 'text' ? buildTextFitFix(input, element) : undefined;
    case 'text-shrunk':
      return element.type === 'text' ? buildEnlargeTextFix(input, element) : undefined;
    case 'code-too-wide':
    case 'code-module-small':
    case 'too-small-to-scan':
      return buildEnlargeCodeFix(input, element);
    case 'code-quiet-zone':
    case 'outside-label':
    case 'code-outside-label':
    case 'near-edge':
      return buildMoveInsideFix(input, element, code);
    default:
      return undefined;
  }
};

/**
 * Finds a fix for a problem; undefined when the member has to decide. Locked elements are not
 * changed.
 */
export const findFix = (input: FixInput, finding: Finding): Fix | undefined => {
  const { code, id } = finding;
  const element = findElement(input.template, id.split('/')[0] ?? id);
  if (!element || isElementLocked(input.template, element)) return undefined;
  const fix = buildFix(input, element, code);
  return fix && isHelpful(input, fix, finding) ? fix : undefined;
};

import type { ElementInk, LabelWarning, Template } from '@yunbiao/label';
import type { CodeGrade } from '@yunbiao/label/scan';
import { type About, EDGE_MM, type Fix, fixFor, type FixInput } from './fixes.ts';
import { getCall } from './words.ts';

/** One thing to be said of the label. */
export type Problem = {
  /** Of an element of the label; '' when it is about none. */
  elementId: string;
  level: 'warning' | 'error';
  message: string;
  /** What the engine, the decoder or the edges say of which part: what fixes are found by. */
  about?: About;
  fix?: Fix;
};

/** What a warning of a table's cell is shown at. */
const getRoot = (id: string): string => id.split('/')[0] ?? id;

const SIDES = ['左边', '上边', '右边', '下边'] as const;

/** Texts and codes whose ink comes near an edge; frames and lines may run along it. */
export const edgeProblems = (
  { elements, widthMm, heightMm }: Template,
  boxes: readonly ElementInk[],
  dotsPerMm: number,
): Problem[] => {
  const kinds = new Map(elements.map((element) => [element.id, element]));
  return boxes.flatMap(({ elementId, box }): Problem[] => {
    const element = kinds.get(elementId);
    if (!element || !('content' in element)) return [];
    if (element.type === 'text' && element.inverse) return [];
    const distances = [
      box.x0 / dotsPerMm,
      box.y0 / dotsPerMm,
      widthMm - box.x1 / dotsPerMm,
      heightMm - box.y1 / dotsPerMm,
    ];
    const nearest = Math.min(...distances);
    // Beyond the edge the engine says so itself.
    if (nearest >= EDGE_MM || nearest < -0.1) return [];
    const side = SIDES[distances.indexOf(nearest)] ?? '';
    const message = `“${getCall(element)}”离${side}只有 ${Math.max(0, nearest).toFixed(1)} mm，走纸偏一点就印不全`;
    return [{ elementId, level: 'warning', message, about: { code: 'near-edge', id: elementId } }];
  });
};

/** What a decoder's reason asks for: most ask for more room, one for a place farther in. */
const aboutReason = (reason: string): About['code'] =>
  reason.includes('太靠近标签边缘') ? 'code-quiet-zone' : 'too-small-to-scan';

/** Fixes are tried on the engine: of a label with more problems than this only the first have them. */
const MAX_FIXES = 12;

/** The problems with what can be done about them. */
export const withFixes = (problems: readonly Problem[], input: FixInput): Problem[] =>
  problems.map((problem, i) => {
    const fix = problem.about && i < MAX_FIXES ? fixFor(input, problem.about) : undefined;
    return fix ? { ...problem, fix } : problem;
  });

/** Every warning of the engine, of the decoder and of the edges, each element's together, in the order of the label. */
export const listProblems = (
  template: Template,
  warnings: readonly LabelWarning[],
  grades: readonly CodeGrade[],
  edges: readonly Problem[],
): Problem[] => {
  const said = warnings.map(({ elementId, code, level, message }): Problem => ({
    elementId: getRoot(elementId),
    level,
    message,
    about: { code, id: elementId },
  }));
  const unread = grades
    .filter(({ grade }) => grade === 'none' || grade === 'just')
    .map(({ elementId, grade, name, reason }): Problem => ({
      elementId: getRoot(elementId),
      level: grade === 'none' ? 'error' : 'warning',
      message: `${name}${grade === 'none' ? '扫不出' : '刚好可扫'}：${reason}`,
      about: { code: aboutReason(reason), id: elementId },
    }));
  const order = new Map(template.elements.map(({ id }, i) => [id, i]));
  const all = [...said, ...unread, ...edges];
  const unique = all.filter(
    (one, i) =>
      all.findIndex(
        ({ elementId, message }) => elementId === one.elementId && message === one.message,
      ) === i,
  );
  return unique.sort((a, b) => (order.get(a.elementId) ?? -1) - (order.get(b.elementId) ?? -1));
};

import type { ElementInk, LabelWarning, Template } from '@yunbiao/label';
import type { CodeGrade } from '@yunbiao/label/scan';
import { type Finding, EDGE_MM, type Fix, findFix, type FixInput } from './fixes.ts';
import { getElementDisplayName } from './element-names.ts';

/** A problem of the label. */
export type Problem = {
  /** Id of the element; '' for a problem of the label itself. */
  elementId: string;
  level: 'warning' | 'error';
  message: string;
  /** Finding and affected part, used to find a fix. */
  about?: Finding;
  fix?: Fix;
};

/** A problem of a table's cell is shown at the table. */
const getRootId = (id: string): string => id.split('/')[0] ?? id;

const SIDES = ['左边', '上边', '右边', '下边'] as const;

/** Texts and codes whose ink is close to an edge. Frames and lines may run along it. */
export const listEdgeProblems = (
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
    // Beyond the edge the engine itself warns.
    if (nearest >= EDGE_MM || nearest < -0.1) return [];
    const side = SIDES[distances.indexOf(nearest)] ?? '';
    const message = `“${getElementDisplayName(element)}”离${side}只有 ${Math.max(0, nearest).toFixed(1)} mm，走纸偏一点就打印不全`;
    return [{ elementId, level: 'warning', message, about: { code: 'near-edge', id: elementId } }];
  });
};

/**
 * Maps the decoder's reason to a finding: most need a larger code, one needs a position farther
 * inside.
 */
const classifyDecoderReason = (reason: string): Finding['code'] =>
  reason.includes('太靠近标签边缘') ? 'code-quiet-zone' : 'too-small-to-scan';

/** Maximum number of problems with fixes: each fix is tried on the engine. */
const MAX_FIXES = 12;

export const addFixesToProblems = (problems: readonly Problem[], input: FixInput): Problem[] =>
  problems.map((problem, i) => {
    const fix = problem.about && i < MAX_FIXES ? findFix(input, problem.about) : undefined;
    return fix ? { ...problem, fix } : problem;
  });

/** All warnings of engine, decoder and edges, grouped by element in the order of the label. */
export const listTemplateProblems = (
  template: Template,
  warnings: readonly LabelWarning[],
  grades: readonly CodeGrade[],
  edges: readonly Problem[],
): Problem[] => {
  const engineProblems = warnings.map(({ elementId, code, level, message }): Problem => ({
    elementId: getRootId(elementId),
    level,
    message,
    about: { code, id: elementId },
  }));
  const unread = grades
    .filter(({ grade }) => grade === 'none' || grade === 'just')
    .map(({ elementId, grade, name, reason }): Problem => ({
      elementId: getRootId(elementId),
      level: grade === 'none' ? 'error' : 'warning',
      message: `${name}${grade === 'none' ? '扫不出' : '刚好可扫'}：${reason}`,
      about: { code: classifyDecoderReason(reason), id: elementId },
    }));
  const order = new Map(template.elements.map(({ id }, i) => [id, i]));
  const allProblems = [...engineProblems, ...unread, ...edges];
  const unique = allProblems.filter(
    (problem, i) =>
      allProblems.findIndex(
        ({ elementId, message }) => elementId === problem.elementId && message === problem.message,
      ) === i,
  );
  return unique.sort((a, b) => (order.get(a.elementId) ?? -1) - (order.get(b.elementId) ?? -1));
};

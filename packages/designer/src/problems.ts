import type { ElementInk, LabelWarning, Template } from '@yunbiao/label';
import type { CodeGrade } from '@yunbiao/label/scan';
import { type Finding, EDGE_MM, type Fix, findFix, type FixInput } from './fixes.ts';
import { describeElement, getFullElementText } from '@yunbiao/label/placeholders';
import { listElementsWithCells } from '@yunbiao/label/table';
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
  { elements, fields, widthMm, heightMm }: Template,
  boxes: readonly ElementInk[],
  dotsPerMm: number,
): Problem[] => {
  const kinds = new Map(elements.map((element) => [element.id, element]));
  return boxes.flatMap(({ elementId, box }): Problem[] => {
    const element = kinds.get(elementId);
    if (!element || !('content' in element) || element.type === 'image') return [];
    if (element.type === 'text' && element.inverse) return [];
    const distances = [
      box.x0 / dotsPerMm,
      box.y0 / dotsPerMm,
      widthMm - box.x1 / dotsPerMm,
      heightMm - box.y1 / dotsPerMm,
    ];
    const near = distances.flatMap((distance, i) => {
      // Beyond the edge the engine itself warns.
      if (distance >= EDGE_MM || distance < -0.1) return [];
      return [{ side: SIDES[i] ?? '', mm: Math.max(0, distance).toFixed(1) }];
    });
    if (near.length === 0) return [];
    const sides =
      near.length === 1
        ? near.map(({ side, mm }) => `${side}只有 ${mm} mm`)
        : near.map(({ side, mm }) => `${side} ${mm} mm`);
    const message = `“${getElementDisplayName(element, fields)}”离${sides.join('、')}，走纸偏一点就打印不全`;
    return [{ elementId, level: 'warning', message, about: { code: 'near-edge', id: elementId } }];
  });
};

/**
 * Maps the decoder's reason to a finding: a code needs more size, or a position farther inside. No
 * size helps a code that is covered or misread.
 */
const classifyDecoderReason = (reason: string): Finding['code'] | null => {
  if (reason.includes('太靠近标签边缘')) return 'code-quiet-zone';
  return reason.includes('请加大') ? 'too-small-to-scan' : null;
};

/** Maximum number of problems with fixes: each fix is tried on the engine. */
const MAX_FIXES = 12;

export const addFixesToProblems = (problems: readonly Problem[], input: FixInput): Problem[] =>
  problems.map((problem, i) => {
    const fix = problem.about && i < MAX_FIXES ? findFix(input, problem.about) : undefined;
    return fix ? { ...problem, fix } : problem;
  });

/** The engine describes an element by its formulas; the member knows what they show. */
const createMessageReader = (template: Template) => {
  const elements = new Map(listElementsWithCells(template).map((element) => [element.id, element]));
  return (elementId: string, message: string): string => {
    const element = elements.get(elementId);
    const description = element && describeElement(element);
    if (!description || !(getFullElementText(element) ?? '').includes('{{')) return message;
    return message.replace(description, `“${getElementDisplayName(element, template.fields)}”`);
  };
};

/** All warnings of engine, decoder and edges, grouped by element in the order of the label. */
export const listTemplateProblems = (
  template: Template,
  warnings: readonly LabelWarning[],
  grades: readonly CodeGrade[],
  edges: readonly Problem[],
): Problem[] => {
  const toReadable = createMessageReader(template);
  const engineProblems = warnings.map(({ elementId, code, level, message }): Problem => ({
    elementId: getRootId(elementId),
    level,
    message: toReadable(elementId, message),
    about: { code, id: elementId },
  }));
  const unread = grades
    .filter(({ grade }) => grade === 'none' || grade === 'just')
    .map(({ elementId, grade, name, reason }): Problem => {
      const code = classifyDecoderReason(reason);
      return {
        elementId: getRootId(elementId),
        level: grade === 'none' ? 'error' : 'warning',
        message: `${name}${grade === 'none' ? '扫不出' : '刚好可扫'}：${reason}`,
        ...(code !== null && { about: { code, id: elementId } }),
      };
    });
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

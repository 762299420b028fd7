import type { Fonts } from '../font/font.ts';
import type { LabelWarning, LabelWarningCode, SceneOp } from '../scene.ts';
import type { LabelData, TemplateElement } from '../template.ts';
import type { Placement } from './place.ts';

/** What every element's layout needs, and where its results go. */
export type LayoutContext = {
  data: LabelData;
  fonts: Fonts;
  placement: Placement;
  ops: SceneOp[];
  warnings: LabelWarning[];
};

export function warn(
  context: LayoutContext,
  element: TemplateElement,
  code: LabelWarningCode,
  message: string,
): void {
  context.warnings.push({ elementId: element.id, code, level: 'warning', message });
}

/** For what could not be drawn. */
export function fail(
  context: LayoutContext,
  element: TemplateElement,
  code: LabelWarningCode,
  message: string,
): void {
  context.warnings.push({ elementId: element.id, code, level: 'error', message });
}

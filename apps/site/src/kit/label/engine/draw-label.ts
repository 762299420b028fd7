import type { LabelData, Media, Template } from '@yunbiao/label';
import type { DrawnLabel, LabelEngine } from './engine.ts';

export type Attempt = { drawn: DrawnLabel; problem: null } | { drawn: null; problem: string };

const isLabelError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'LabelError';

/** Draws a label, or returns a message that explains why it cannot be drawn. */
export const drawLabelOrExplain = (
  engine: LabelEngine,
  template: Template,
  data: LabelData,
  media: Media,
  at?: string,
): Attempt => {
  try {
    return { drawn: engine.draw(template, data, media, at), problem: null };
  } catch (error) {
    if (!isLabelError(error)) throw error;
    return { drawn: null, problem: error.message };
  }
};

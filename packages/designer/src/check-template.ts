import { collectFieldMessages } from '@yunbiao/contract/api/messages';
import { writtenTemplate } from '@yunbiao/contract/printing/template';
import type { Template } from '@yunbiao/label';

/** A valid template from outside the page, or the first problem in it. */
export type CheckedTemplate =
  | { template: Template; problem: null }
  | { template: null; problem: string };

/** Check for templates from outside. */
export type CheckTemplate = (value: unknown) => CheckedTemplate;

/**
 * Validates a template. The schema is three times the size of the canvas code, so this file is
 * imported on demand.
 */
export const checkTemplate = (value: unknown): CheckedTemplate => {
  const parseResult = writtenTemplate.safeParse(value);
  if (parseResult.success) return { template: parseResult.data, problem: null };
  const first = Object.values(collectFieldMessages(writtenTemplate, parseResult.error, value))[0];
  return { template: null, problem: first ?? '格式不对' };
};

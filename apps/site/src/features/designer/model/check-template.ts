import { fieldMessages } from '@yunbiao/contract/messages';
import { writtenTemplate } from '@yunbiao/contract/template';
import type { Template } from '@yunbiao/label';

/** What came from outside the page as a template, or the first thing that is wrong with it. */
export type Checked = { template: Template; problem: null } | { template: null; problem: string };

/**
 * Whether it is a template. The schema is three times as large as the canvas: whoever needs it imports this file when he
 * does (`template-check.ts`).
 */
export const checkTemplate = (value: unknown): Checked => {
  const parsed = writtenTemplate.safeParse(value);
  if (parsed.success) return { template: parsed.data, problem: null };
  const first = Object.values(fieldMessages(writtenTemplate, parsed.error, value))[0];
  return { template: null, problem: first ?? '格式不对' };
};

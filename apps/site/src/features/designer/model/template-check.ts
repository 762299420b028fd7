import { createStore } from '@yunbiao/ui/store.ts';
import type { Checked } from './check-template.ts';

export type CheckTemplate = (value: unknown) => Checked;

/** The check of templates from outside, once it was fetched. */
export const templateCheck = createStore<CheckTemplate | null>(null);

/** Fetches the check; rejects without a network, and is tried again by the next who asks. */
export const readyTemplateCheck = async (): Promise<CheckTemplate> => {
  const { checkTemplate } = await import('./check-template.ts');
  templateCheck.set(() => checkTemplate);
  return checkTemplate;
};

import { createStore } from '@yunbiao/ui/store.ts';
import type { CheckTemplate } from '@yunbiao/designer/check-template';

/** Check for external templates; null until it is loaded. */
export const templateCheck = createStore<CheckTemplate | null>(null);

/** Loads the check. Rejects without a network; the next call tries again. */
export const loadTemplateCheck = async (): Promise<CheckTemplate> => {
  const { checkTemplate } = await import('@yunbiao/designer/check-template');
  templateCheck.set(() => checkTemplate);
  return checkTemplate;
};

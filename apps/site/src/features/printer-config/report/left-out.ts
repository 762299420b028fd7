import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import type { Brand } from './use-printer-report.ts';

/** Says that models of the brand are missing, and why; undefined when none is. */
export const describeModelsLeftOut = (
  { title, models, leftOut }: Pick<Brand, 'title' | 'models' | 'leftOut'>,
  language: Language | null,
): string | undefined => {
  if (language === null || leftOut === 0) return undefined;
  const { name } = LANGUAGE_FACTS[language];
  const missing = models.length > 0 ? `${title}另有 ${leftOut} 个` : `${title}的`;
  return `这台打印机是用 ${name} 打印的，${missing}型号不会 ${name}，没有列出。`;
};

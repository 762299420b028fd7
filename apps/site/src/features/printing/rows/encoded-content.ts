import { isCodeElement, isLinearCodeElement, type Template } from '@yunbiao/label/template';

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/**
 * Describes what a scanner reads for a field: 条码和二维码里就是这一栏, or the complete content when the field
 * is only a part of it. Returns '' when no code contains the field.
 */
export const describeEncodedContent = ({ elements }: Template, name: string): string => {
  const fullContents = new Set<string>();
  const parts = new Set<string>();
  for (const element of elements) {
    if (!isCodeElement(element)) continue;
    const names = Array.from(element.content.matchAll(PLACEHOLDER), ([, name]) => name);
    if (!names.includes(name)) continue;
    const noun = isLinearCodeElement(element) ? '条码' : '二维码';
    if (element.content.trim().replace(PLACEHOLDER, '') === '' && names.length === 1)
      fullContents.add(noun);
    else parts.add(`${noun}里是 ${element.content.replaceAll(PLACEHOLDER, '〔$1〕')}`);
  }
  return [
    ...(fullContents.size > 0 ? [`${[...fullContents].join('和')}里就是这一栏`] : []),
    ...parts,
  ].join('；');
};

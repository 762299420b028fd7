import { isCode, isLinear, type Template } from '@yunbiao/label/template';

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/**
 * What a scanner reads of a field: 条码和二维码里就是这一栏, or the whole content where the field is a part of it; ''
 * when no code has it.
 */
export const encodedText = ({ elements }: Template, name: string): string => {
  const whole = new Set<string>();
  const parts = new Set<string>();
  for (const element of elements) {
    if (!isCode(element)) continue;
    const names = Array.from(element.content.matchAll(PLACEHOLDER), ([, one]) => one);
    if (!names.includes(name)) continue;
    const noun = isLinear(element) ? '条码' : '二维码';
    if (element.content.trim().replace(PLACEHOLDER, '') === '' && names.length === 1)
      whole.add(noun);
    else parts.add(`${noun}里是 ${element.content.replaceAll(PLACEHOLDER, '〔$1〕')}`);
  }
  return [...(whole.size > 0 ? [`${[...whole].join('和')}里就是这一栏`] : []), ...parts].join('；');
};

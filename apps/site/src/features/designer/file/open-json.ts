import { templateContent } from '@yunbiao/contract/template';
import { TEMPLATE_FORM_BYTES } from '@yunbiao/contract/limits/template';
import { fieldMessages } from '@yunbiao/contract/messages';
import type { Template } from '@yunbiao/label';

export type Read = { template: Template; problem: null } | { template: null; problem: string };

const refuse = (problem: string): Read => ({ template: null, problem });

/** A template out of JSON from outside, or the sentence why it is none. */
export const readTemplateText = (text: string): Read => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('这不是模板文件：要这里存出来的 JSON。');
  }
  const parsed = templateContent.safeParse(json);
  if (parsed.success) return { template: parsed.data, problem: null };
  const first = Object.values(fieldMessages(templateContent, parsed.error, json))[0];
  return refuse(`这个文件读不了：${first ?? '格式不对'}`);
};

/** A template out of a file somebody chose. */
export const readTemplateFile = async (file: Blob): Promise<Read> =>
  file.size > TEMPLATE_FORM_BYTES
    ? refuse('文件太大了，不是模板文件。')
    : readTemplateText(await file.text());

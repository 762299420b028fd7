import { TEMPLATE_FORM_BYTES } from '@yunbiao/contract/limits/template';
import type { Checked } from '../model/check-template.ts';
import { isRecord } from '../../../kit/data/stored-data.ts';
import { nameForeignTemplate } from './foreign-template.ts';
import { readyTemplateCheck } from '../model/template-check.ts';

const refuse = (problem: string): Checked => ({ template: null, problem });

/** A template out of JSON from outside, or the sentence why it is none. Rejects without a network. */
export const readTemplateText = async (text: string): Promise<Checked> => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('这不是模板文件：要这里存出来的 JSON。');
  }
  const checked = (await readyTemplateCheck())(json);
  if (checked.problem === null) return checked;
  const program = nameForeignTemplate(json);
  if (program !== undefined)
    return refuse(`这是 ${program} 的模板，这里打不开：在云标里新建一张，照着画。`);
  return refuse(
    isRecord(json) && json.version === undefined
      ? '这个文件不是云标存出来的模板：里面没有格式版本。'
      : `这个文件读不了：${checked.problem}`,
  );
};

/** A template out of a file somebody chose. */
export const readTemplateFile = async (file: Blob): Promise<Checked> =>
  file.size > TEMPLATE_FORM_BYTES
    ? refuse('文件太大了，不是模板文件。')
    : readTemplateText(await file.text());

import { TEMPLATE_FORM_BYTES } from '@yunbiao/contract/limits/template';
import type { CheckedTemplate } from '@yunbiao/designer/check-template';
import { isRecord } from '../../../kit/data/stored-data.ts';
import { identifyForeignTemplate } from './foreign-template.ts';
import { loadTemplateCheck } from '../template-check.ts';

const createProblemResult = (problem: string): CheckedTemplate => ({ template: null, problem });

/** Parses a template from external JSON, or returns an error message. Rejects without a network. */
export const readTemplateText = async (text: string): Promise<CheckedTemplate> => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return createProblemResult('这不是模板文件：要这里保存的 JSON。');
  }
  const checkedTemplate = (await loadTemplateCheck())(json);
  if (checkedTemplate.problem === null) return checkedTemplate;
  const program = identifyForeignTemplate(json);
  if (program !== undefined)
    return createProblemResult(`这是 ${program} 的模板，这里打不开：在云标里新建一张，照着画。`);
  return createProblemResult(
    isRecord(json) && json.version === undefined
      ? '这个文件不是云标保存的模板：里面没有格式版本。'
      : `这个文件读不了：${checkedTemplate.problem}`,
  );
};

/** Parses a template from a selected file. */
export const readTemplateFile = async (file: Blob): Promise<CheckedTemplate> =>
  file.size > TEMPLATE_FORM_BYTES
    ? createProblemResult('文件太大了，不是模板文件。')
    : readTemplateText(await file.text());

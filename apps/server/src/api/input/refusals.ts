import { InputRefused } from '@yunbiao/contract';
import { ServiceError } from '@yunbiao/services';

/** What was sent cannot be read at all. */
export const unreadable = (message: string): ServiceError =>
  new ServiceError(400, message, { fields: {} });

const WORDS: Record<InputRefused['reason'], string> = {
  items: '内容的项目太多，请分几次提交',
  depth: '内容嵌套太深',
};

/** The contract's refusals in the API's words. */
export const findRefusal = (error: unknown): unknown =>
  error instanceof InputRefused ? unreadable(WORDS[error.reason]) : error;

export const badJson = (): ServiceError => unreadable('请求体不是正确的 JSON');

/** @throws 400 */
export const parseJson = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw badJson();
  }
};

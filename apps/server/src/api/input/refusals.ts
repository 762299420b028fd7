import { InputLimitError } from '@yunbiao/contract';
import { ServiceError } from '@yunbiao/services';

/** Error for input that cannot be parsed. */
export const createUnreadableInputError = (message: string): ServiceError =>
  new ServiceError(400, message, { fields: {} });

const MESSAGES: Record<InputLimitError['reason'], string> = {
  items: '内容的项目太多，请分几次提交',
  depth: '内容嵌套太深',
};

/** Converts errors of the contract's parser to errors of the API. */
export const toApiErrorOfInputLimit = (error: unknown): unknown =>
  error instanceof InputLimitError ? createUnreadableInputError(MESSAGES[error.reason]) : error;

export const createBadJsonError = (): ServiceError =>
  createUnreadableInputError('请求体不是正确的 JSON');

/** Parses a JSON text. @throws 400 */
export const parseJson = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw createBadJsonError();
  }
};

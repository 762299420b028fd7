const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

export const isFileKey = (key: string): boolean => KEY.test(key);

/** Keys are safe as disk paths and in URLs. @throws Error for any other key */
export const validateFileKey = (key: string): string => {
  if (!isFileKey(key)) throw new Error(`not a file key: ${key}`);
  return key;
};

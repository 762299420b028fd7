const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Keys are safe as paths of a disk and of an address alike. */
export const checkKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error(`not a file key: ${key}`);
  return key;
};

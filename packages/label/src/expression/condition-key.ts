const PREFIX = '{条件}';

/**
 * Key of a condition's result in the data of a label. No placeholder can have it, because braces
 * end a placeholder.
 */
export const getConditionKey = (source: string): string => PREFIX + source;

/** Whether a value of a label's data is the result of a condition. */
export const isConditionKey = (name: string): boolean => name.startsWith(PREFIX);

/** Results as they are stored. */
export const [HOLDS, FAILS] = ['是', '否'] as const;

/** Whether a computed condition hides its owner. A condition that could not be computed hides nothing. */
export const failsCondition = (data: Readonly<Record<string, string>>, source: string): boolean => {
  const key = getConditionKey(source);
  return Object.hasOwn(data, key) && data[key] === FAILS;
};

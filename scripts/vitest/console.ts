import { afterEach, beforeEach } from 'vitest';

/**
 * A stray console.error or console.warn fails the test it came from. A test that expects one takes
 * the method over: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
let strays: string[] = [];

const watch = (method: 'error' | 'warn'): void => {
  console[method] = (...args: unknown[]): void => {
    strays.push(`console.${method}: ${args.map((one) => show(one)).join(' ')}`);
  };
};

const show = (value: unknown): string => {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

watch('error');
watch('warn');

beforeEach(() => {
  strays = [];
});

afterEach(() => {
  const seen = strays;
  strays = [];
  if (seen.length > 0) throw new Error(`Unexpected console output:\n${seen.join('\n')}`);
});

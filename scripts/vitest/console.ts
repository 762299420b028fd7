import { afterEach, beforeEach } from 'vitest';

/**
 * A stray console.error or console.warn fails its test. A test that expects one replaces the method: `vi.spyOn(console,
 * 'error').mockImplementation(() => {})`.
 */
let strays: string[] = [];

const recordCalls = (method: 'error' | 'warn'): void => {
  console[method] = (...args: unknown[]): void => {
    strays.push(`console.${method}: ${args.map((arg) => formatArgument(arg)).join(' ')}`);
  };
};

const formatArgument = (value: unknown): string => {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

recordCalls('error');
recordCalls('warn');

beforeEach(() => {
  strays = [];
});

afterEach(() => {
  const seenStrays = strays;
  strays = [];
  if (seenStrays.length > 0)
    throw new Error(`Unexpected console output:\n${seenStrays.join('\n')}`);
});

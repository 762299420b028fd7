import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const capture = (level: 'debug' | 'info' | 'warn') => {
  const lines: string[] = [];
  return { lines, log: createLog(level, (line) => lines.push(line)) };
};

describe('the log', () => {
  it('writes one JSON object a line, errors with their cause', () => {
    const { lines, log } = capture('info');
    log.error('failed\nbadly', {
      requestId: 'r1',
      error: new Error('outer', { cause: new Error('inner') }),
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      message: 'failed\nbadly',
      requestId: 'r1',
      error: { message: 'outer', cause: { message: 'inner' } },
    });
  });

  it('writes a line whatever it is given', () => {
    const { lines, log } = capture('info');
    const circle: Record<string, unknown> = { n: 1n };
    circle['self'] = circle;
    const cause = new Error('round');
    cause.cause = cause;
    const broken = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    for (const fields of [circle, { error: cause }, { broken }, { map: new Map([[1, circle]]) }])
      log.error('failed', fields);
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual(
      Array.from({ length: 4 }, () => 'failed'),
    );
  });

  it('leaves out what is below its level', () => {
    const { lines, log } = capture('warn');
    log.info('not this');
    expect(lines).toEqual([]);
  });

  it('hides values under names of secrets, however deep', () => {
    const { lines, log } = capture('info');
    log.info('x', {
      token: 't0p',
      nested: { 'X-Token': 't0p', password: 't0p', Authorization: 't0p', agentKey: 't0p' },
    });
    expect(lines.join('')).not.toContain('t0p');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../../scripts/vitest/rounds.ts';
import { parseTraceparent, readTraceFields } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const ZERO_TRACE = '0'.repeat(32);
const ZERO_PARENT = '0'.repeat(16);

describe('a traceparent header', () => {
  it.each([
    ['of version 00', `00-${TRACE}-${PARENT}-01`],
    ['that is not sampled', `00-${TRACE}-${PARENT}-00`],
    ['with flags of later levels', `00-${TRACE}-${PARENT}-ff`],
    ['of a later version', `cc-${TRACE}-${PARENT}-01`],
    ['of a later version with more parts', `01-${TRACE}-${PARENT}-01-what-the-future-adds`],
  ])('%s is accepted', (_kind, header) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, parentId: PARENT });
  });

  it.each([
    ['of version ff', `ff-${TRACE}-${PARENT}-01`],
    ['of version 00 with more parts', `00-${TRACE}-${PARENT}-01-more`],
    ['of a later version whose further part has no dash', `01-${TRACE}-${PARENT}-01more`],
    ['with a trace of zeros', `00-${ZERO_TRACE}-${PARENT}-01`],
    ['with a parent of zeros', `00-${TRACE}-${ZERO_PARENT}-01`],
    ['in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['with a short trace', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['with a long parent', `00-${TRACE}-${PARENT}0-01`],
    ['without flags', `00-${TRACE}-${PARENT}`],
    ['sent twice', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['with a line feed', `00-${TRACE}-${PARENT}-01\n`],
    ['that never ends', `01-${TRACE}-${PARENT}-01-${'x'.repeat(10_000)}`],
    ['that is empty', ''],
    ['that is missing', undefined],
  ])('%s is ignored', (_kind, header) => {
    expect(parseTraceparent(header)).toBeNull();
    expect(readTraceFields(header)).toEqual({});
  });

  it('yields two ids in hexadecimal or nothing, whatever it says', () => {
    const part = fc.stringMatching(/^[\da-fA-F-]{0,40}$/);
    const header = fc.oneof(
      fc.string(),
      fc.array(part).map((parts) => parts.join('-')),
    );
    fc.assert(
      fc.property(header, (text) => {
        const { traceId, parentId } = readTraceFields(text);
        expect(traceId ?? TRACE).toMatch(/^[\da-f]{32}$/);
        expect(parentId ?? PARENT).toMatch(/^[\da-f]{16}$/);
      }),
      { numRuns: rounds(600) },
    );
  });
});

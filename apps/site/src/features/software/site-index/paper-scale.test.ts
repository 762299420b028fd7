import { describe, expect, it } from 'vitest';
import { scaleEnd } from './paper-scale.tsx';

describe('scaleEnd', () => {
  it('reaches common print heads even when every sample is narrow', () =>
    expect(scaleEnd([40, 60])).toBe(110));
  it('ends at a full ten past the widest paper', () => expect(scaleEnd([40, 112])).toBe(120));
});

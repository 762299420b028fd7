import { describe, expect, it } from 'vitest';
import { paperFit, paperQuestion, paperStop } from './paper.ts';

const paper = (widthMm: number, heightMm: number, rotation = 0) => ({
  widthMm,
  heightMm,
  rotation,
});
const template = { widthMm: 60, heightMm: 40 };

describe('a label on paper', () => {
  it('of its own size asks nothing, half a millimetre either way', () => {
    for (const own of [paper(60, 40), paper(60.5, 39.5), paper(40, 60, 90), paper(40, 60, 270)])
      expect(paperFit(own, template)).toBe('same');
  });
  it('that is larger is asked about, with both sizes', () => {
    expect(paperFit(paper(60, 60), template)).toBe('smaller');
    expect(paperQuestion(paper(70, 50), template).message).toBe(
      '用 70 × 50\u00A0mm 的纸打 60 × 40\u00A0mm 的标签？',
    );
    expect(paperQuestion(paper(50, 70, 90), template).message).toContain(
      '60 × 40\u00A0mm（转 90°）',
    );
    expect(paperStop(paper(70, 50), template)).toBe('');
  });
  it('that is smaller in one direction is refused, with both sizes', () => {
    for (const small of [paper(50, 30), paper(80, 30), paper(60, 40, 90)]) {
      expect(paperFit(small, template)).toBe('too-large');
      expect(paperStop(small, template)).toContain(`纸 ${small.widthMm} × ${small.heightMm}`);
    }
    expect(paperStop(paper(50, 30), template)).toBe(
      '标签 60 × 40\u00A0mm 比这个配置的纸 50 × 30\u00A0mm 大，印不下，换一个配置或模板',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { listBars } from './chart-bars.ts';
import { planChart } from './chart-scale.ts';

const days = [
  { printed: 10, sent: 5 },
  { printed: 0, sent: 20 },
  { printed: 0, sent: 0 },
  { printed: 20, sent: 0 },
];
const acceptAll = (): boolean => true;

describe('the bars of the daily chart', () => {
  // Days are 100 px wide and start at x = 44; bars are 32 px wide. The line of 20 is at y = 36, the
  // line of 0 at y = 202.
  const plan = planChart(days.length, 20, 444);

  it('fill what is proven from the ground, and draw round what is only sent above it', () => {
    expect(listBars(plan, days, acceptAll)).toEqual({
      proven: 'M78 119h32v83h-32zM378 36h32v166h-32z',
      sent: 'M78.5 78.5h31v41h-31zM178.5 36.5h31v166h-31z',
    });
  });

  it('are each in one colour', () => {
    const first = listBars(plan, days, (index) => index === 0);
    const others = listBars(plan, days, (index) => index !== 0);
    const both = listBars(plan, days, acceptAll);
    expect(first.proven + others.proven).toBe(both.proven);
    expect(first.sent + others.sent).toBe(both.sent);
    expect(first.proven).toBe('M78 119h32v83h-32z');
  });

  it('have no outline where there is no room for one', () => {
    const many = Array.from({ length: 366 }, () => ({ printed: 1, sent: 1 }));
    const thin = listBars(planChart(many.length, 2, 444), many, acceptAll);
    expect(thin.sent).toBe('');
    expect(thin.proven.match(/M/g)).toHaveLength(366);
  });
});

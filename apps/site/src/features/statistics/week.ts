import { formatCount } from '@yunbiao/ui/format.ts';

export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const;

/** Shades of the map in addition to none. Four are easy to tell apart. */
const SHADES = 4;

export type Cell = { weekday: number; hour: number; labels: number };

/** The hour with the most labels, the first one on a tie; null when there are no labels. */
export const findBusiestHour = (week: readonly (readonly number[])[]): Cell | null => {
  let best: Cell | null = null;
  for (const [weekday, hours] of week.entries())
    for (const [hour, labels] of hours.entries())
      if (labels > (best?.labels ?? 0)) best = { weekday, hour, labels };
  return best;
};

/**
 * 0 for no labels, else 1–4 by the square root of the share, so that hours with few labels stay
 * visible next to a peak.
 */
export const computeHeatmapShade = (labels: number, max: number): number =>
  labels <= 0 || max <= 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(labels / max) * SHADES));

export const describeHourLabels = ({ weekday, hour, labels }: Cell): string =>
  `${WEEKDAYS[weekday] ?? ''} ${hour}–${hour + 1} 点 ${formatCount(labels)} 张`;

/**
 * The cell at a point of the map, with x and y as fractions (0–1) from the top left corner. Returns
 * null outside the map.
 */
export const findCell = (
  week: readonly (readonly number[])[],
  { x, y }: { x: number; y: number },
): Cell | null => {
  const [weekday, hour] = [Math.floor(y * 7), Math.floor(x * 24)];
  const labels = week[weekday]?.[hour];
  return labels === undefined ? null : { weekday, hour, labels };
};

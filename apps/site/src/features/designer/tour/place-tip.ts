/** Rectangle in the viewport, px. */
export type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

/** Distance between tip and control, px. */
const GAP = 12;
/** Distance between tip and edge of the viewport, px. */
const MARGIN = 8;

const clampToViewport = (value: number, size: number, room: number): number =>
  Math.max(MARGIN, Math.min(value, room - size - MARGIN));

/**
 * Place of a tip beside its control, without covering it, on the first side that has room: beside a
 * tall control, below or above a wide one, so that its neighbours stay free. A control that fills
 * the viewport gets the tip inside its upper edge.
 */
export const placeTip = (
  control: Box,
  tip: Size,
  viewport: Size,
): { left: number; top: number } => {
  // Moved along the control only: across, the tip would cover it.
  const top = clampToViewport(control.top, tip.height, viewport.height);
  const leftPx = clampToViewport(control.left, tip.width, viewport.width);
  const candidates = [
    { left: control.left + control.width + GAP, top },
    { left: control.left - tip.width - GAP, top },
  ];
  const stacked = [
    { left: leftPx, top: control.top + control.height + GAP },
    { left: leftPx, top: control.top - tip.height - GAP },
  ];
  const isTall = control.height > control.width;
  const fits = (place: { left: number; top: number }): boolean =>
    place.left >= MARGIN &&
    place.top >= MARGIN &&
    place.left + tip.width <= viewport.width - MARGIN &&
    place.top + tip.height <= viewport.height - MARGIN;
  return (
    (isTall ? [...candidates, ...stacked] : [...stacked, ...candidates]).find(fits) ?? {
      left: clampToViewport(
        control.left + (control.width - tip.width) / 2,
        tip.width,
        viewport.width,
      ),
      top: clampToViewport(control.top + GAP, tip.height, viewport.height),
    }
  );
};

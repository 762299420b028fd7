import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Box, placeTip } from './place-tip.ts';
import { findTourControl, listTourControls, type TOUR_STEPS } from './tour-steps.ts';

type Place = { tip: { left: number; top: number }; ring: Box };

/** Place of the tip, and of the ring around the control; null until it is measured. */
export const useTipPlace = (
  tip: RefObject<HTMLElement | null>,
  control: (typeof TOUR_STEPS)[number]['control'],
): Place | null => {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const measurePlace = (): void => {
      const target = findTourControl(control);
      if (!target || !tip.current) return setPlace(null);
      const { left, top, width, height } = target.getBoundingClientRect();
      const ring = { left, top, width, height };
      const { offsetWidth, offsetHeight } = tip.current;
      const viewport = { width: innerWidth, height: innerHeight };
      setPlace({
        tip: placeTip(ring, { width: offsetWidth, height: offsetHeight }, viewport),
        ring,
      });
    };
    measurePlace();
    // Results of scans arrive while the tour is shown. A hidden panel that opens gets a size, and
    // the tip moves to it.
    const observer = new ResizeObserver(measurePlace);
    for (const element of [document.body, tip.current, ...listTourControls(control)])
      if (element) observer.observe(element);
    addEventListener('resize', measurePlace);
    addEventListener('scroll', measurePlace, true);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measurePlace);
      removeEventListener('scroll', measurePlace, true);
    };
  }, [tip, control]);
  return place;
};

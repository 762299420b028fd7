import { focusPageHeading } from '@yunbiao/ui/focus.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { openDialogs } from '@yunbiao/ui/overlay/open-dialogs.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findTourControl, TOUR_STEPS } from './tour-steps.ts';
import css from './tour.module.css';
import { useTipPlace } from './use-tip-place.ts';

type TourProps = {
  /** Started from the menu: the focus moves into it. */
  isAsked: boolean;
  onClose: () => void;
};

/** Moves the focus to the button of a control, or to the page heading. */
const focusTourControl = (control: HTMLElement | undefined): void => {
  const button = control?.matches('button') ? control : control?.querySelector('button');
  button?.focus();
  // A hidden or disabled button takes no focus.
  if (button && document.activeElement === button) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  focusPageHeading();
};

/** Esc ends the tour, unless a dialog, a menu or an input method that is open takes it. */
const useEscape = (end: () => void): void => {
  const endOnEscape = useEffectEvent((event: KeyboardEvent): void => {
    if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      !event.isComposing &&
      openDialogs.get().length === 0
    )
      end();
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => endOnEscape(event);
    // On the window, as the shortcuts of the canvas, which come first.
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
};

/**
 * Tour of the designer: a tip beside one control after the other. It is not modal and takes no
 * focus by itself, so everything else stays usable. It is hidden while a dialog is open.
 */
export const Tour = ({ isAsked, onClose }: TourProps) => {
  const [at, setAt] = useState(0);
  const tip = useRef<HTMLElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const step = TOUR_STEPS[at] ?? TOUR_STEPS[0];
  const isLast = at === TOUR_STEPS.length - 1;
  const place = useTipPlace(tip, step?.control ?? 'elements');
  // A dialog covers the controls and makes the tip inert.
  const hasDialog = useStore(openDialogs, (dialogs) => dialogs.length > 0);
  const isShown = place !== null && !hasDialog;
  const hasTakenFocus = useRef(false);
  useEffect(() => {
    // A hidden tip takes no focus.
    if (!isAsked || !isShown || hasTakenFocus.current) return;
    hasTakenFocus.current = true;
    next.current?.focus();
  }, [isAsked, isShown]);
  /**
   * A focus inside goes on to the control of the step. After the last step it goes to the heading:
   * a second Enter must not print.
   */
  const endTour = (): void => {
    if (tip.current?.contains(document.activeElement))
      focusTourControl(step && !isLast ? findTourControl(step.control) : undefined);
    onClose();
  };
  useEscape(endTour);
  if (!step) return null;
  return (
    <>
      {place && !hasDialog && <div className={css.ring} style={place.ring} aria-hidden="true" />}
      <aside
        ref={tip}
        className={css.tip}
        // Transparent, not hidden, under a dialog: it takes the focus back as the dialog closes.
        style={
          place ? { ...place.tip, ...(hasDialog && { opacity: 0 }) } : { visibility: 'hidden' }
        }
        aria-label="设计器导览"
        data-own-escape
      >
        <div aria-live="polite">
          <b>{step.title}</b>
          <p>{step.text}</p>
        </div>
        <footer>
          <span className="small faint">
            {at + 1} / {TOUR_STEPS.length}
          </span>
          {!isLast && (
            <button type="button" className="bare link small" onClick={endTour}>
              跳过
            </button>
          )}
          <button
            ref={next}
            type="button"
            className="button compact primary"
            onClick={() => (isLast ? endTour() : setAt(at + 1))}
          >
            {isLast ? '知道了' : '下一步'}
            {!isLast && <Icon name="right" />}
          </button>
        </footer>
      </aside>
    </>
  );
};

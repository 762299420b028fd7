/** Local storage key: the tour was finished or skipped in this browser. */
const TOUR_DONE = 'designer-tour';

/** Without storage the tour stays away: it could not be dismissed for good. */
export const isTourDone = (): boolean => {
  try {
    return localStorage.getItem(TOUR_DONE) !== null;
  } catch {
    return true;
  }
};

export const storeTourDone = (): void => {
  try {
    localStorage.setItem(TOUR_DONE, 'done');
  } catch {
    return;
  }
};

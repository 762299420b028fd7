const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** Beijing's calendar, used by both vendors. */
const getBeijingParts = (ms: number) => {
  const at = new Date(ms + 8 * 3_600_000);
  const day = `${at.getUTCFullYear()}-${padTwoDigits(at.getUTCMonth() + 1)}-${padTwoDigits(at.getUTCDate())}`;
  const time = `${padTwoDigits(at.getUTCHours())}:${padTwoDigits(at.getUTCMinutes())}:${padTwoDigits(at.getUTCSeconds())}`;
  return { day, time };
};

/** `2026-11-23 08:00:00`, in Beijing. */
export const formatBeijingTime = (ms: number): string =>
  `${getBeijingParts(ms).day} ${getBeijingParts(ms).time}`;

/** `2026-11-23T08:00:00+08:00`. */
export const formatRfc3339 = (ms: number): string =>
  `${getBeijingParts(ms).day}T${getBeijingParts(ms).time}+08:00`;

export const getDay = (ms: number): string => getBeijingParts(ms).day;

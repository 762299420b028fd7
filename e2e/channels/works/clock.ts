const two = (value: number): string => String(value).padStart(2, '0');

/** Beijing's calendar, used by both vendors. */
const parts = (ms: number) => {
  const at = new Date(ms + 8 * 3_600_000);
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return { day, time };
};

/** `2026-11-23 08:00:00`, in Beijing. */
export const beijing = (ms: number): string => `${parts(ms).day} ${parts(ms).time}`;

/** `2026-11-23T08:00:00+08:00`. */
export const rfc3339 = (ms: number): string => `${parts(ms).day}T${parts(ms).time}+08:00`;

export const getDay = (ms: number): string => parts(ms).day;

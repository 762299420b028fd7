import { type FailEnvelope, SESSION_INVALID } from '@yunbiao/contract/core/envelope';

const formatHourAndMinute = (ms: number): string => {
  const at = new Date(ms);
  const padTwoDigits = (n: number) => String(n).padStart(2, '0');
  return `${at.getHours()}:${padTwoDigits(at.getMinutes())}`;
};

/** Error message of a form that could not be sent; '' when the error is shown elsewhere. */
export const describeForumFailure = (
  { code, msg, data }: FailEnvelope,
  now = Date.now(),
): string => {
  if (code === SESSION_INVALID) return '';
  if (code === 429 && data?.retryAfter && data.retryAfter > 60)
    return `${msg}（${formatHourAndMinute(now + data.retryAfter * 1000 + 59_000)} 以后）。写好的都留着。`;
  if (code === 429) return `${msg}。写好的都留着。`;
  return Object.values(data?.fields ?? {})[0] ?? msg;
};

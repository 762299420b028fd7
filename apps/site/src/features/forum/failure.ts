import { type FailEnvelope, SESSION_INVALID } from '@yunbiao/contract/envelope';

const clock = (ms: number): string => {
  const at = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getHours()}:${two(at.getMinutes())}`;
};

/** What to write beside a form whose sending failed; '' when it is said elsewhere already. */
export const getReason = ({ code, msg, data }: FailEnvelope, now = Date.now()): string => {
  if (code === SESSION_INVALID) return '';
  if (code === 429 && data?.retryAfter && data.retryAfter > 60)
    return `${msg}（${clock(now + data.retryAfter * 1000 + 59_000)} 以后）。写好的都留着。`;
  if (code === 429) return `${msg}。写好的都留着。`;
  return Object.values(data?.fields ?? {})[0] ?? msg;
};

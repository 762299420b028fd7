import { Link } from '@tanstack/react-router';
import { type Allowance, explainConfigLimit } from './allowance-messages.ts';

/** Explains why no further configuration can be created; empty while one can. */
export const AllowanceNote = ({ allowance, alias }: { allowance: Allowance; alias: string }) => {
  const words = explainConfigLimit(allowance);
  if (!words) return null;
  return (
    <p className="medium" role="note">
      {words}。先删除一个不用的，或者{' '}
      <Link className="link" to="/$soft/vip" params={{ soft: alias }}>
        查看 VIP 方案
      </Link>
      。
    </p>
  );
};

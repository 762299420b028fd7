import { Link } from '@tanstack/react-router';
import { type Allowance, fullWords } from './allowance-words.ts';

/** Why no other configuration can be made, and what can be done about it; nothing while one can. */
export const AllowanceNote = ({ allowance, alias }: { allowance: Allowance; alias: string }) => {
  const words = fullWords(allowance);
  if (!words) return null;
  return (
    <p className="medium" role="note">
      {words}。先删一个不用的，或者{' '}
      <Link className="link" to="/$soft/vip" params={{ soft: alias }}>
        看 VIP 方案
      </Link>
      。
    </p>
  );
};

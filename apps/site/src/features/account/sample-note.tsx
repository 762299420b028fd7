import { Link } from '@tanstack/react-router';
import { useSession } from '../../kit/site/site.tsx';
import { TryVirtual } from '../../kit/roll/try-virtual.tsx';
import s from './account.module.css';
import type { Client } from './overview-data.ts';

/** What the clients a demo begins with are called. */
const SAMPLE = '示例 ';

/** Says that the history is a sample, until the demo's member has paired a client of their own. */
export const SampleNote = ({
  clients,
  alias,
  onVirtual,
}: {
  clients: readonly Client[];
  alias: string;
  /** A virtual printer stands; left out: the site offers none. */
  onVirtual: (() => void) | undefined;
}) => {
  const isDemo = useSession(({ userInfo }) => userInfo?.isDemo === true);
  const isSample = clients.length > 0 && clients.every(({ remark }) => remark.startsWith(SAMPLE));
  if (!isDemo || !isSample) return null;
  return (
    <div className={`small quiet ${s.sample}`}>
      <p>
        这个月的打印记录是演示用的样例，名字带“示例”的打印机不会上线。
        <Link
          className="link"
          to="/$soft/user/auth"
          params={{ soft: alias }}
          search={{ pair: '1' }}
        >
          配对自己的打印客户端
        </Link>
        ，就能真的印一张。
      </p>
      {onVirtual && <TryVirtual onOpened={onVirtual} />}
    </div>
  );
};

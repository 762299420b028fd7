import { Link } from '@tanstack/react-router';
import { useSession } from '../../kit/site/site.tsx';
import s from './account.module.css';
import { hasOnlySampleClients } from './onboarding-steps.ts';
import type { Client } from './overview-data.ts';

/** Note that the history is sample data, until the demo member has a client. */
export const SampleNote = ({ clients, alias }: { clients: readonly Client[]; alias: string }) => {
  const isDemo = useSession(({ userInfo }) => userInfo?.isDemo === true);
  if (!hasOnlySampleClients(clients, isDemo)) return null;
  return (
    <p className={`small quiet ${s.sample}`}>
      这个月的打印记录是演示用的样例，名字带“示例”的打印机不会上线。
      <Link className="link" to="/$soft/user/auth" params={{ soft: alias }} search={{ pair: '1' }}>
        配对自己的打印客户端
      </Link>
      ，就能真的打印一张。
    </p>
  );
};

import { Link } from '@tanstack/react-router';
import { UPDATE_CLIENT_LABEL } from '@yunbiao/contract/printing/print-labels';
import { useSoftwareAlias } from '../site/site.tsx';
import type { BatchInfo } from './batch-state.ts';

/** Message that labels wait for a client version that can draw them. */
export const ClientsToUpdate = ({ info }: { info: BatchInfo }) => {
  const soft = useSoftwareAlias();
  const { clientsToUpdate, counts } = info;
  if (clientsToUpdate.length === 0 || counts.queued === 0) return null;
  return (
    <p className="medium" role="status">
      <Link className="link" to="/$soft/user/auth" params={{ soft }}>
        {UPDATE_CLIENT_LABEL}
      </Link>
      {clientsToUpdate.map((name) => `“${name}”`).join('、')}
      ：它的版本打印不了这批标签用到的内容，标签在排队，更新后自动继续打印，不用重新提交。
    </p>
  );
};

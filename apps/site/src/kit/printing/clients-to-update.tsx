import { Link } from '@tanstack/react-router';
import { UPDATE_CLIENT_WORDS } from '@yunbiao/contract/print-words';
import { useAlias } from '../site/site.tsx';
import type { BatchInfo } from './batch-state.ts';

/** Labels of a batch wait for a version of their client that can draw them. */
export const ClientsToUpdate = ({ info }: { info: BatchInfo }) => {
  const soft = useAlias();
  const { clientsToUpdate, counts } = info;
  if (clientsToUpdate.length === 0 || counts.queued === 0) return null;
  return (
    <p className="medium" role="status">
      <Link className="link" to="/$soft/user/auth" params={{ soft }}>
        {UPDATE_CLIENT_WORDS}
      </Link>
      {clientsToUpdate.map((name) => `“${name}”`).join('、')}
      ：它的版本印不了这批标签用到的内容，标签在排队，更新后自动接着印，不用重新提交。
    </p>
  );
};

import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { Status } from './status.tsx';

/** What could not be fetched, why, and the way to try again; in place of the list it should have been. */
export const Trouble = ({
  what,
  why,
  onRetry,
  requestId,
}: {
  what: string;
  why: string;
  onRetry: () => void;
  requestId?: string | undefined;
}) => (
  <div className="empty" role="alert">
    <Status kind="failed">
      <b>{what}</b>
    </Status>
    <p className="medium quiet">{why}</p>
    <div className="row">
      <button type="button" className="button" onClick={onRetry}>
        <Icon name="retry" />
        再试一次
      </button>
    </div>
    {requestId && (
      <p className="eyebrow">
        编号 <span className="mono">{requestId}</span> <CopyButton text={requestId} what="编号" />
      </p>
    )}
  </div>
);

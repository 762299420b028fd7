import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { Status } from './status.tsx';

/**
 * Error message with the reason and a retry button, shown in place of a list that failed to load.
 */
export const LoadError = ({
  title: subject,
  reason,
  onRetry,
  requestId,
}: {
  title: string;
  reason: string;
  onRetry: () => void;
  requestId?: string | undefined;
}) => (
  <div className="empty" role="alert">
    <Status kind="failed">
      <b>{subject}</b>
    </Status>
    <p className="medium quiet">{reason}</p>
    <div className="row">
      <button type="button" className="button" onClick={onRetry}>
        <Icon name="retry" />
        重试
      </button>
    </div>
    {requestId && (
      <p className="eyebrow">
        编号 <span className="mono">{requestId}</span>{' '}
        <CopyButton text={requestId} targetName="编号" />
      </p>
    )}
  </div>
);

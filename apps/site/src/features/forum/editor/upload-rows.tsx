import { formatBytes } from '@yunbiao/contract/site/file-size';
import { Meter } from '@yunbiao/ui/label/meter.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import type { Upload, useUploads } from './use-uploads.ts';
import css from './editor.module.css';

/** Remaining time in whole seconds; '' when it cannot be estimated yet. */
const formatTimeLeft = ({ share, since }: Upload): string => {
  const elapsedMs = Date.now() - since;
  if (share <= 0.02 || share >= 1 || elapsedMs < 500) return '';
  return `${Math.max(1, Math.round((elapsedMs * (1 - share)) / share / 1000))} 秒`;
};

const UploadProgress = ({ upload }: { upload: Upload }) => {
  const percent = Math.round(upload.share * 100);
  const seconds = formatTimeLeft(upload);
  return (
    <span className={css.read}>
      {upload.share >= 1 ? (
        '正在处理'
      ) : (
        <>
          <b>{percent} %</b>
          {seconds && <span className="hide">还要 {seconds}</span>}
        </>
      )}
    </span>
  );
};

type UploadRowsProps = Pick<
  ReturnType<typeof useUploads>,
  'uploads' | 'cancel' | 'remove' | 'retry'
>;

/** Pending uploads with a progress bar, and failed ones with the reason. */
export const UploadRows = ({ uploads, cancel, remove, retry }: UploadRowsProps) =>
  uploads.length > 0 && (
    <ul className={css.uploads} aria-label="上传的图片">
      {uploads.map((upload) => {
        const { id, file, share, msg, canRetry } = upload;
        return (
          <li key={id}>
            <span className={css.name}>
              {file.name} <span className="faint small">{formatBytes(file.size)}</span>
            </span>
            {msg ? (
              <span className={css.failed} role="alert">
                <Status kind="failed">{msg}</Status>
              </span>
            ) : (
              <UploadProgress upload={upload} />
            )}
            <span className={css.rowActs}>
              {msg && canRetry && (
                <button type="button" className="bare" onClick={() => retry(upload)}>
                  重试
                </button>
              )}
              <button
                type="button"
                className="bare"
                aria-label={`${msg ? '删除' : '取消'} ${file.name}`}
                onClick={() => (msg ? remove(id) : cancel(id))}
              >
                {msg ? '删除' : '取消'}
              </button>
            </span>
            {!msg && (
              <Meter className={css.meter} label={`上传 ${file.name}`} percent={share * 100} />
            )}
          </li>
        );
      })}
    </ul>
  );

import { Meter } from '@yunbiao/ui/label/meter.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import css from './picture.module.css';
import type { PictureUpload } from './use-picture-uploads.ts';

/** Running uploads, and failed ones with the reason. */
export const UploadList = ({
  uploads,
  onDismiss,
}: {
  uploads: readonly PictureUpload[];
  onDismiss: (id: number) => void;
}) =>
  uploads.length > 0 && (
    <ul className={css.uploads} aria-label="上传的图片">
      {uploads.map(({ id, file, share, msg }) => (
        <li key={id}>
          <span className={css.uploadName}>{file.name}</span>
          {msg ? (
            <>
              <span role="alert">
                <Status kind="failed">{msg}</Status>
              </span>
              <button
                type="button"
                className="bare link small"
                aria-label={`知道了：${file.name}`}
                onClick={() => onDismiss(id)}
              >
                知道了
              </button>
            </>
          ) : (
            <>
              <span className="quiet">
                {share >= 1 ? '正在处理' : `${Math.round(share * 100)} %`}
              </span>
              <Meter className={css.meter} label={`上传 ${file.name}`} percent={share * 100} />
            </>
          )}
        </li>
      ))}
    </ul>
  );

import { Meter } from '@yunbiao/ui/label/meter.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { useId, useRef, useState } from 'react';
import { IMAGE_ACCEPT, checkImageFile } from '../../kit/upload/upload-image.ts';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import css from './profile.module.css';
import { type UploadState, usePictureUpload } from './use-picture.ts';

const CropDialog = createOnDemandComponent(
  async () => (await import('./crop/crop-dialog.tsx')).CropDialog,
);

type PictureFieldProps = {
  usage: 'avatar' | 'cover';
  label: string;
  hint: string;
  /** URL; '' for none. */
  value: string;
  /** Displayed when there is no image. */
  letter: string;
  error: string | undefined;
} & UploadState;

type PictureActionsProps = {
  label: string;
  /** Id of the field; its error and hint have ids made of it. */
  id: string;
  hasPicture: boolean;
  isSending: boolean;
  isWrong: boolean;
  onFile: (file: File | undefined) => void;
  onCancel: () => void;
  onRemove: () => void;
};

/** Buttons to choose, cancel and remove the image. */
const PictureActions = ({
  label,
  id,
  hasPicture,
  isSending,
  isWrong,
  ...on
}: PictureActionsProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.acts}>
      <input
        ref={input}
        type="file"
        accept={IMAGE_ACCEPT}
        hidden
        aria-label={`选择${label}`}
        onChange={(event) => {
          on.onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {isSending ? (
        <button type="button" className="button compact" onClick={on.onCancel}>
          取消上传
        </button>
      ) : (
        <button
          type="button"
          className="button compact"
          data-wrong={isWrong ? true : undefined}
          aria-describedby={isWrong ? `${id}e` : `${id}h`}
          data-file=""
          onClick={() => input.current?.click()}
        >
          {hasPicture ? `换${label}` : `上传${label}`}
        </button>
      )}
      {hasPicture && !isSending && (
        <button type="button" className="button compact destructive" onClick={on.onRemove}>
          删除
        </button>
      )}
    </div>
  );
};

const PictureNote = ({
  id,
  wrong,
  hint,
}: {
  id: string;
  wrong: string | undefined;
  hint: string;
}) =>
  wrong ? (
    <p className="field-err" id={`${id}e`} role="alert">
      <Status kind="failed">{wrong}</Status>
    </p>
  ) : (
    <small className="faint" id={`${id}h`}>
      {hint}
    </small>
  );

/**
 * Image field. The image is cropped, uploaded and displayed at once, but is saved with the rest of
 * the form.
 */
export const PictureField = ({
  usage,
  label,
  hint,
  value,
  letter,
  error,
  ...upload
}: PictureFieldProps) => {
  const id = useId();
  const { state, send, showError, cancel, reset } = usePictureUpload(usage, upload);
  const [chosenFile, setChosen] = useState<File | null>(null);
  const closeCrop = (): void => setChosen(null);
  const choosePictureFile = (file: File | undefined): void => {
    reset();
    const refusal = file ? checkImageFile(file) : '';
    if (refusal) showError(refusal);
    else if (file) setChosen(file);
  };
  const problem = state.step === 'failed' ? state.msg : error;
  return (
    <div
      className={`span-6 ${css.picture} ${usage === 'cover' ? css.banner : ''}`}
      role="group"
      aria-labelledby={`${id}l`}
    >
      <span id={`${id}l`} className={css.label}>
        {label}
      </span>
      <div className={css[usage]}>
        {value ? <img src={value} alt={label} /> : <span aria-hidden="true">{letter}</span>}
      </div>
      <div className={css.side}>
        <PictureActions
          {...{ label, id }}
          hasPicture={value !== ''}
          isSending={state.step === 'sending'}
          isWrong={Boolean(problem)}
          onFile={choosePictureFile}
          onCancel={cancel}
          onRemove={() => {
            reset();
            upload.onChange('');
          }}
        />
        {state.step === 'sending' && (
          <Meter className={css.meter} label={`正在上传${label}`} percent={state.share * 100} />
        )}
        <PictureNote id={id} wrong={problem} hint={hint} />
      </div>
      {chosenFile && (
        <CropDialog
          usage={usage}
          file={chosenFile}
          onDone={(cut) => {
            closeCrop();
            void send(cut);
          }}
          onTrouble={(reason) => {
            closeCrop();
            showError(reason);
          }}
          onClose={closeCrop}
          onGiveUp={closeCrop}
        />
      )}
    </div>
  );
};

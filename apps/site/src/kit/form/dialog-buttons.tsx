/** Buttons of a dialog's form: 取消 left, the act right. */
export const DialogButtons = ({
  act,
  kind = 'primary',
  isBusy,
  onCancel,
}: {
  /** What the form does: 保存. */
  act: string;
  kind?: 'primary' | 'danger' | 'destructive';
  isBusy: boolean;
  onCancel: () => void;
}) => (
  <>
    <button type="button" className="button" onClick={onCancel}>
      取消
    </button>
    <button type="submit" className={`button ${kind}`} aria-disabled={isBusy}>
      {act}
    </button>
  </>
);

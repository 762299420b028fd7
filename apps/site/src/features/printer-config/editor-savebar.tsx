type EditorSavebarProps = {
  isNew: boolean;
  isBusy: boolean;
  /** Number of fields with unsaved input. */
  unsavedCount: number;
  onDiscard: () => void;
  onCopy: () => void;
  onRemove: () => void;
};

/** Buttons to save, discard, copy and delete the configuration. */
export const EditorSavebar = ({
  isNew,
  isBusy,
  unsavedCount,
  onDiscard,
  onCopy,
  onRemove,
}: EditorSavebarProps) => {
  const isDirty = unsavedCount > 0;
  return (
    <div className="savebar">
      <button type="submit" className="button primary" aria-disabled={isBusy}>
        保存配置
      </button>
      {isDirty && (
        <button type="button" className="button" onClick={onDiscard}>
          放弃修改
        </button>
      )}
      <span className="small faint hide" aria-live="polite">
        {isDirty && `有 ${unsavedCount} 处未保存`}
      </span>
      {!isNew && !isDirty && (
        <button type="button" className="button" onClick={onCopy}>
          复制到另一台
        </button>
      )}
      {!isNew && (
        <button type="button" className="button destructive push-end" onClick={onRemove}>
          删除
        </button>
      )}
    </div>
  );
};

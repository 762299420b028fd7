import { useRef } from 'react';
import { IMAGE_ACCEPT } from '../../../kit/upload/upload-image.ts';
import { ForumIcon, type ForumIconName } from '../icons.tsx';
import {
  toggleCode,
  type Edit,
  insertLink,
  togglePrefix,
  type Selected,
  toggleMark,
} from './edit-text.ts';
import css from './editor.module.css';

type Tool = {
  icon: ForumIconName;
  label: string;
  /** Key pressed with Ctrl or ⌘. */
  key?: string;
  edit: (selected: Selected) => Edit;
};

export const TOOLS: readonly Tool[] = [
  { icon: 'bold', label: '加粗', key: 'b', edit: (selected) => toggleMark(selected, '**', '粗体') },
  { icon: 'code', label: '代码', key: 'e', edit: toggleCode },
  { icon: 'list', label: '列表', edit: (selected) => togglePrefix(selected, '- ') },
  { icon: 'quote', label: '引用', edit: (selected) => togglePrefix(selected, '> ') },
  { icon: 'link', label: '链接', key: 'k', edit: insertLink },
];

/** Formatting buttons; the tooltip shows the shortcut. */
export const Toolbar = ({
  onEdit,
  onFiles,
  disabled,
}: {
  onEdit: (edit: Tool['edit']) => void;
  onFiles: (files: File[]) => void;
  disabled: boolean;
}) => {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={css.tools} role="group" aria-label="格式">
      {TOOLS.map(({ icon, label, key, edit }) => (
        <button
          key={icon}
          type="button"
          className="icon-button"
          aria-label={label}
          title={key ? `${label}（Ctrl ${key.toUpperCase()}）` : label}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
          disabled={disabled}
          onClick={() => onEdit(edit)}
        >
          <ForumIcon name={icon} />
        </button>
      ))}
      <button
        type="button"
        className="icon-button"
        aria-label="插入图片"
        title="插入图片"
        disabled={disabled}
        data-file=""
        onClick={() => field.current?.click()}
      >
        <ForumIcon name="image" />
      </button>
      <input
        ref={field}
        type="file"
        accept={IMAGE_ACCEPT}
        multiple
        hidden
        aria-label="选择图片"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
};

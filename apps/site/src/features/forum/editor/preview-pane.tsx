import { ForumProse } from '../prose.tsx';
import type { Preview } from './use-preview.ts';
import css from './editor.module.css';

/** The text as it looks once published, or the reason why there is no preview. */
export const PreviewPane = ({
  preview,
  isTooLong,
  isEmpty,
}: {
  preview: Preview;
  isTooLong: boolean;
  /** The text has no characters other than spaces. */
  isEmpty: boolean;
}) => (
  <div className={css.look} role="region" aria-label="预览" aria-busy={preview.loading}>
    {isTooLong ? (
      <p className="medium quiet">改短以后才有预览</p>
    ) : preview.failure ? (
      <p className="medium quiet" role="alert">
        没有取到预览：{preview.failure}
      </p>
    ) : preview.html ? (
      <ForumProse html={preview.html} className={css.seen} />
    ) : (
      <p className="medium faint">{isEmpty ? '发布以后的样子会在这里' : '正在准备预览…'}</p>
    )}
  </div>
);

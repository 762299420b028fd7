import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import type { Reply } from '../types.ts';
import css from './question.module.css';
import type { ComposerProps } from './use-reply-form.ts';
import type { Writing } from './use-writing.ts';

/** Loaded on first use, so that readers do not download it. */
const Composer = createOnDemandComponent<ComposerProps>(
  async () => (await import('./composer.tsx')).Composer,
);

type ReplyFormProps = Pick<ComposerProps, 'alias' | 'postId' | 'runAsMember'> & {
  writing: Writing;
};

/** The form of a reply that is edited, in its place. */
export const ReplyEditForm = ({ writing, reply, ...shared }: ReplyFormProps & { reply: Reply }) => (
  <Composer
    {...shared}
    reply={reply}
    waiting={<p className="medium faint">正在打开…</p>}
    onGiveUp={writing.cancelEdit}
    parent={null}
    quote=""
    onSent={writing.replaceReply}
    onClose={() => writing.closeEdit(reply.id)}
  />
);

/** The form of a new answer, or the button that opens it. */
export const AnswerForm = ({ writing, ...shared }: ReplyFormProps) => {
  const { answer, opener } = writing;
  const openButton = (
    <button
      ref={opener}
      type="button"
      className={`field-box ${css.open}`}
      aria-busy={answer !== null}
      onClick={writing.writeAnswer}
    >
      写回答…
    </button>
  );
  return (
    <div className={css.write} id="write">
      {answer ? (
        <Composer
          {...shared}
          {...answer}
          reply={null}
          waiting={openButton}
          onGiveUp={writing.cancelAnswer}
          onSent={writing.showNewReply}
          onClose={writing.closeAnswer}
        />
      ) : (
        openButton
      )}
    </div>
  );
};

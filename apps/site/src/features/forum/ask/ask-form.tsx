import { Link } from '@tanstack/react-router';
import { POST_TITLE_LENGTH } from '@yunbiao/contract/limits/forum';
import { Field } from '@yunbiao/ui/field.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { useSession } from '../../../kit/site/site.tsx';
import { MarkdownEditor } from '../editor/markdown-editor.tsx';
import { PhoneNote } from '../phone-note.tsx';
import type { Group } from '../types.ts';
import { GroupChoice } from './group-choice.tsx';
import { Similar } from './similar.tsx';
import type { useAskForm } from './use-ask.ts';
import { usePublishQuestion } from './use-publish.ts';
import css from './ask.module.css';

type Ask = ReturnType<typeof useAskForm>;

const TitleField = ({ form: { values, errors, isBusy, set } }: { form: Ask['form'] }) => (
  <Field label="标题" error={errors.title}>
    {({ id, described }) => (
      <div className={errors.title ? 'field-box bad' : 'field-box'}>
        <input
          id={id}
          name="title"
          value={values.title}
          autoComplete="off"
          readOnly={isBusy}
          placeholder="写现象：什么纸、什么打印机、怎么不对"
          aria-invalid={errors.title !== undefined}
          aria-describedby={described}
          onChange={(event) => set({ title: event.target.value })}
        />
        <em>
          {values.title.length} / {POST_TITLE_LENGTH.max}
        </em>
      </div>
    )}
  </Field>
);

type AskActionsProps = {
  alias: string;
  editedId: string | undefined;
  isBusy: boolean;
  hasDraft: boolean;
  onDiscard: () => void;
};

/** Buttons below the form. */
const AskActions = ({ alias, editedId, isBusy, hasDraft, onDiscard }: AskActionsProps) => {
  const isLogin = useSession((session) => session.isLogin);
  const isEdit = editedId !== undefined;
  return (
    <div className={`row ${css.acts}`}>
      <button type="submit" className="button primary" aria-disabled={isBusy}>
        {isEdit ? '保存修改' : '发布问题'}
      </button>
      {isEdit ? (
        <Link className="button" to="/$soft/qa/{$id}.html" params={{ soft: alias, id: editedId }}>
          取消
        </Link>
      ) : (
        hasDraft && (
          <button type="button" className="button destructive" onClick={onDiscard}>
            删除草稿
          </button>
        )
      )}
      {!isLogin && <span className="small faint">发布时登录，写的都留着</span>}
    </div>
  );
};

type AskFormProps = {
  alias: string;
  groups: readonly Group[];
  /** Id of the edited question; undefined for a new one. */
  editedId: string | undefined;
  ask: Ask;
};

/** Title, group and text of a question. */
export const QuestionForm = ({ alias, groups, editedId, ask }: AskFormProps) => {
  const isEdit = editedId !== undefined;
  const { submit, discard, setSending, runAsMember } = usePublishQuestion(alias, ask, isEdit);
  const { form } = ask;
  const { values, errors, set, isBusy } = form;
  return (
    <form
      ref={form.ref}
      noValidate
      className={css.form}
      inert={!ask.ready}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PhoneNote />
      <div className={css.title}>
        <TitleField form={form} />
        {!isEdit && <Similar alias={alias} title={values.title} />}
      </div>
      <GroupChoice
        groups={groups}
        value={values.gid}
        error={errors.gid}
        onChange={(gid) => !isBusy && set({ gid })}
      />
      <MarkdownEditor
        label="正文"
        name="正文"
        value={values.content}
        onChange={(content) => set({ content })}
        error={errors.content}
        rows={15}
        firstMode="both"
        readOnly={isBusy}
        onSubmit={() => void submit()}
        runAsMember={runAsMember}
        onSending={setSending}
      />
      {errors.form && (
        <p className={css.failure} role="alert">
          <Status kind="failed">{errors.form}</Status>
        </p>
      )}
      <AskActions
        {...{ alias, editedId, isBusy }}
        hasDraft={ask.at !== null}
        onDiscard={() => void discard()}
      />
    </form>
  );
};

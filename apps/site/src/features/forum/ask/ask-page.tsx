import { Link, useRouter } from '@tanstack/react-router';
import { POST_TITLE_LENGTH } from '@yunbiao/contract/limits/forum';
import { confirm } from '@yunbiao/ui/ask.ts';
import { Field } from '@yunbiao/ui/field.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { useId, useState } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import { useGuard } from '../../../kit/form/use-guard.ts';
import { LoginLink } from '../../../kit/site/login-link.tsx';
import { useSession } from '../../../kit/site/site.tsx';
import type { Common } from '../../../kit/site/stores.ts';
import { MarkdownEditor } from '../editor/markdown-editor.tsx';
import type { AskData, AskSearch } from '../load-ask.ts';
import { useMemberAct } from '../member-act.ts';
import { PhoneNote } from '../phone-note.tsx';
import type { Group } from '../types.ts';
import { Similar } from './similar.tsx';
import { Tips } from './tips.tsx';
import { useAsk } from './use-ask.ts';
import css from './ask.module.css';

type AskPageProps = {
  alias: string;
  data: AskData;
  search: AskSearch;
  contacts: Common['contacts'];
};

const clock = (ms: number): string =>
  new Date(ms).toLocaleTimeString('zh-CN', { hourCycle: 'h23' });

const Head = ({
  alias,
  isEdit,
  said,
}: {
  alias: string;
  isEdit: boolean;
  said: string | false;
}) => (
  <div className="page-head">
    <div>
      <nav className="crumb" aria-label="所在位置">
        <Link to="/$soft/qa" params={{ soft: alias }}>
          问答
        </Link>
        <span aria-hidden="true">/</span>
        <span>{isEdit ? '改问题' : '提问'}</span>
      </nav>
      <h1>{isEdit ? '改问题' : '提一个问题'}</h1>
    </div>
    <span className="small faint push-end" role="status">
      {said}
    </span>
  </div>
);

const Groups = ({
  groups,
  value,
  error,
  onChange,
}: {
  groups: readonly Group[];
  value: string;
  error: string | undefined;
  onChange: (gid: string) => void;
}) => {
  const name = useId();
  return (
    <div
      className="field"
      role="radiogroup"
      aria-labelledby={`${name}l`}
      aria-invalid={error !== undefined}
    >
      <span id={`${name}l`}>分类</span>
      <div className={error ? `${css.groups} ${css.bad}` : css.groups}>
        {groups.map((group) => (
          <label key={group.id} title={group.description || undefined}>
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              value={group.id}
              checked={group.id === value}
              onChange={() => onChange(group.id)}
            />
            {group.name}
          </label>
        ))}
      </div>
      {error && (
        <p className="field-err" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};

/** Only who wrote it may change it. */
const SignInFirst = ({ gone, alias }: { gone: string; alias: string }) => (
  <section className="empty">
    <h2 className="section-title">{gone ? '改不了这个问题' : '登录以后才能改'}</h2>
    <p className="medium quiet">{gone || '问题只有提问的人能改。'}</p>
    <div className="row">
      {gone ? (
        <Link className="button" to="/$soft/qa" params={{ soft: alias }}>
          看全部问题
        </Link>
      ) : (
        <LoginLink className="button primary">登录</LoginLink>
      )}
    </div>
  </section>
);

const AskForm = ({
  alias,
  data,
  search,
  ask,
}: AskPageProps & { ask: ReturnType<typeof useAsk> }) => {
  const router = useRouter();
  const memberAct = useMemberAct();
  const isLogin = useSession((session) => session.isLogin);
  const { form, ready } = ask;
  const { values, errors, set, isBusy } = form;
  const isEdit = search.id !== undefined;
  const [sending, setSending] = useState(0);
  useGuard(form, {
    onLeave: () => isEdit && ask.drop(),
    uploads: sending,
    isStored: !isEdit && ask.isKept,
  });

  const publish = () =>
    ask.send((post) => {
      toast.success(
        post.state === 'review'
          ? '已收下，审核通过以后大家才看得到'
          : isEdit
            ? '已保存'
            : '问题已发布',
      );
      void router.navigate({
        to: '/$soft/qa/{$id}.html',
        params: { soft: alias, id: post.id },
        replace: isEdit,
      });
    });
  const check = async (): Promise<Errors | null> =>
    sending > 0 ? { form: '还有图片在上传，等它传完再发' } : ask.check();
  const submit = async (): Promise<void> => {
    if (await form.submit(check)) memberAct(() => void form.submit(publish));
  };
  const discard = async (): Promise<void> => {
    const sure = await confirm({
      title: '扔掉草稿？',
      message: '标题和正文都会清空，不能恢复。',
      confirmText: '扔掉',
      danger: true,
    });
    if (sure) ask.discard();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={css.form}
      inert={!ready}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PhoneNote />
      <div className={css.title}>
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
        {!isEdit && <Similar alias={alias} title={values.title} />}
      </div>
      <Groups
        groups={data.groups}
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
        memberAct={memberAct}
        onSending={setSending}
      />
      {errors.form && (
        <p className={css.failure} role="alert">
          <Status kind="failed">{errors.form}</Status>
        </p>
      )}
      <div className={`row ${css.acts}`}>
        <button type="submit" className="button primary" aria-disabled={isBusy}>
          {isEdit ? '保存修改' : '发布问题'}
        </button>
        {isEdit ? (
          <Link
            className="button"
            to="/$soft/qa/{$id}.html"
            params={{ soft: alias, id: search.id ?? '' }}
          >
            取消
          </Link>
        ) : (
          ask.at !== null && (
            <button type="button" className="button destructive" onClick={() => void discard()}>
              扔掉草稿
            </button>
          )
        )}
        {!isLogin && <span className="small faint">发布时登录，写的都留着</span>}
      </div>
    </form>
  );
};

/** 提问, and changing one's own question. Anybody may write; sending it is a member's. */
export const AskPage = (props: AskPageProps) => {
  const { alias, data, search, contacts } = props;
  const onlyGid = data.groups.length === 1 ? (data.groups[0]?.id ?? '') : '';
  const ask = useAsk(alias, search, onlyGid);
  const isLogin = useSession((session) => session.isLogin);
  const isEdit = search.id !== undefined;
  const isClosed = isEdit && (!isLogin || ask.gone !== '');
  const said = !ask.isKept
    ? '浏览器存不下写的，离开这里就没了'
    : isEdit
      ? !isClosed && ask.isRestored && ask.form.changed.length > 0 && '上次没保存的修改还在'
      : ask.at !== null && `草稿已保存，${clock(ask.at)}`;
  return (
    <main className="wrap">
      <Head alias={alias} isEdit={isEdit} said={said} />
      <div className={css.asking}>
        {isClosed ? (
          <SignInFirst alias={alias} gone={ask.gone} />
        ) : (
          <AskForm {...props} ask={ask} />
        )}
        <Tips contacts={contacts} />
      </div>
    </main>
  );
};

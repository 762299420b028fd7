import { Link, useRouter } from '@tanstack/react-router';
import { confirm } from '@yunbiao/ui/ask.ts';
import { Field } from '@yunbiao/ui/field.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { LoginLink } from '../../../shell/login-link.tsx';
import { useSession } from '../../../shell/site.tsx';
import type { Common } from '../../../shell/stores.ts';
import { MarkdownEditor } from '../editor/markdown-editor.tsx';
import type { AskData, AskSearch } from '../load-ask.ts';
import { useMemberAct } from '../member-act.ts';
import type { Group } from '../types.ts';
import { useGuard } from './guard.ts';
import { Similar } from './similar.tsx';
import { Tips } from './tips.tsx';
import { useAsk } from './use-ask.ts';
import css from './ask.module.css';

const TITLE_MOST = 60;

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
  <div className="ph">
    <div>
      <nav className="crumb" aria-label="所在位置">
        <Link to="/$soft/qa" params={{ soft: alias }} activeProps={{}}>
          问答
        </Link>
        <span aria-hidden="true">/</span>
        <span>{isEdit ? '改问题' : '提问'}</span>
      </nav>
      <h1>{isEdit ? '改问题' : '提一个问题'}</h1>
    </div>
    <span className="s qq sp" role="status">
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
      className="f"
      role="radiogroup"
      aria-labelledby={`${name}l`}
      aria-invalid={error !== undefined}
    >
      <span id={`${name}l`}>分类</span>
      <div className={error ? `${css.groups} ${css.bad}` : css.groups}>
        {groups.map((group) => (
          <label key={group.id} title={group.description || undefined}>
            <input
              className="vh"
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
    <h2 className="h2">{gone ? '改不了这个问题' : '登录以后才能改'}</h2>
    <p className="m q">{gone || '问题只有提问的人能改。'}</p>
    <div className="row">
      {gone ? (
        <Link className="btn" to="/$soft/qa" params={{ soft: alias }}>
          看全部问题
        </Link>
      ) : (
        <LoginLink className="btn go">登录</LoginLink>
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
  const { values, errors, set, busy, ready } = ask;
  const isEdit = search.id !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const [sending, setSending] = useState(0);
  // Known at once, not only with the next drawing: a second press comes sooner.
  const under = useRef(false);
  useGuard({
    isUnsaved: sending > 0 || (isEdit && ask.isDirty),
    isEdit,
    sent: () => sent.current,
    onLeave: () => isEdit && ask.forget(),
  });

  const publish = async (): Promise<void> => {
    if (under.current || sent.current) return;
    under.current = true;
    const post = await ask.send().finally(() => (under.current = false));
    if (!post) return;
    sent.current = true;
    toast.success(
      post.state === 'review'
        ? '已收下，审核通过以后大家才看得到'
        : isEdit
          ? '已保存'
          : '问题已发布',
    );
    await router.navigate({
      to: '/$soft/qa/{$id}.html',
      params: { soft: alias, id: post.id },
      replace: isEdit,
    });
  };
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (under.current || sent.current) return;
    if (sending > 0) return ask.setErrors({ form: '还有图片在上传，等它传完再发' });
    under.current = true;
    const isFine = await ask.check().finally(() => (under.current = false));
    if (isFine) return memberAct(() => void publish());
    requestAnimationFrame(() =>
      form.current
        ?.querySelector<HTMLElement>(
          ':is(input, textarea)[aria-invalid="true"], [aria-invalid="true"] input',
        )
        ?.focus(),
    );
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
      ref={form}
      noValidate
      className={css.form}
      inert={!ready}
      onSubmit={(event) => void submit(event)}
    >
      <div className={css.title}>
        <Field label="标题" error={errors.title}>
          {({ id, described }) => (
            <div className={errors.title ? 'in bad' : 'in'}>
              <input
                id={id}
                name="title"
                value={values.title}
                maxLength={TITLE_MOST}
                autoComplete="off"
                readOnly={busy}
                placeholder="写现象：什么纸、什么打印机、怎么不对"
                aria-invalid={errors.title !== undefined}
                aria-describedby={described}
                onChange={(event) => set({ title: event.target.value })}
              />
              <em>
                {values.title.length} / {TITLE_MOST}
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
        onChange={(gid) => !busy && set({ gid })}
      />
      <MarkdownEditor
        label="正文"
        value={values.content}
        onChange={(content) => set({ content })}
        error={errors.content}
        rows={15}
        firstMode="both"
        readOnly={busy}
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
        <button type="submit" className="btn go" disabled={busy}>
          {isEdit ? '保存修改' : '发布问题'}
        </button>
        {isEdit ? (
          <Link
            className="btn"
            to="/$soft/qa/{$id}.html"
            params={{ soft: alias, id: search.id ?? '' }}
          >
            取消
          </Link>
        ) : (
          ask.savedAt !== null && (
            <button type="button" className="btn no" onClick={() => void discard()}>
              扔掉草稿
            </button>
          )
        )}
        {!isLogin && <span className="s qq">发布时登录，写的都留着</span>}
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
  const said = isEdit
    ? !isClosed && ask.isRestored && ask.isDirty && '上次没保存的修改还在'
    : ask.savedAt !== null && `草稿已保存，${clock(ask.savedAt)}`;
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

import { Field, TextField } from '@yunbiao/ui/field.tsx';
import { formatDay } from '@yunbiao/ui/format.ts';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { type FormEvent, useRef } from 'react';
import { useApi } from '../../shell/site.tsx';
import { useLiveData } from '../../shell/live-data.ts';
import type { UserInfo } from './draft.ts';
import type { ProfileData } from './load.ts';
import { PasswordForm } from './password-form.tsx';
import { PictureField } from './picture-field.tsx';
import css from './profile.module.css';
import { SessionSection, useSessions } from './session-section.tsx';
import { useProfile } from './use-profile.ts';

type Fields = Pick<ReturnType<typeof useProfile>, 'draft' | 'errors' | 'set'>;

const Pictures = ({
  draft,
  errors,
  set,
  letter,
  onSending,
}: Fields & { letter: string; onSending: ReturnType<typeof useProfile>['onSending'] }) => (
  <fieldset>
    <legend className="vh">图片</legend>
    <div className="hd" aria-hidden="true">
      图片
    </div>
    <PictureField
      usage="avatar"
      label="头像"
      hint="PNG、JPEG、WebP 或 GIF，最多 10 MB，取中间的正方形；动图只留第一帧。"
      value={draft.avatar}
      letter={letter}
      error={errors.avatar}
      onChange={(avatar) => set({ avatar })}
      onSending={(sending) => onSending('avatar', sending)}
    />
    <PictureField
      usage="cover"
      label="封面"
      hint="横的图片更合适，宽 1600 像素就够了。"
      value={draft.cover}
      letter=""
      error={errors.cover}
      onChange={(cover) => set({ cover })}
      onSending={(sending) => onSending('cover', sending)}
    />
  </fieldset>
);

const Words = ({ draft, errors, set }: Fields) => (
  <fieldset>
    <legend className="vh">介绍</legend>
    <div className="hd" aria-hidden="true">
      介绍
    </div>
    <TextField
      className="w6"
      label="昵称"
      name="nickname"
      value={draft.nickname}
      autoComplete="nickname"
      error={errors.nickname}
      hint="提问和回答时显示，1–20 个字。和用户名一样时只显示第一个字。"
      onChange={(nickname) => set({ nickname })}
    />
    <TextField
      className="w6"
      label="公司或店名"
      name="company"
      value={draft.company}
      maxLength={60}
      autoComplete="organization"
      error={errors.company}
      onChange={(company) => set({ company })}
    />
    <Field className="w6" label="简介" error={errors.intro} hint="最多 200 个字。">
      {({ id, described }) => (
        <div className={`in ${css.intro} ${errors.intro ? 'bad' : ''}`}>
          <textarea
            id={id}
            name="intro"
            rows={4}
            maxLength={200}
            value={draft.intro}
            aria-invalid={errors.intro ? true : undefined}
            aria-describedby={described}
            onChange={(event) => set({ intro: event.target.value })}
          />
        </div>
      )}
    </Field>
  </fieldset>
);

const ProfileForm = ({ info }: { info: UserInfo }) => {
  const form = useRef<HTMLFormElement>(null);
  const { draft, errors, isBusy, changed, set, save, onSending, discard } = useProfile(info);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isBusy && !(await save()))
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus(),
      );
  };
  const fields = { draft, errors, set };
  const letter = Array.from(draft.nickname.trim() || info.username)[0] ?? '';
  return (
    <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <Pictures {...fields} letter={letter} onSending={onSending} />
      <Words {...fields} />
      <div className="savebar">
        <button type="submit" className="btn go" disabled={isBusy}>
          保存资料
        </button>
        {changed.length > 0 && (
          <button type="button" className="btn" onClick={discard}>
            放弃修改
          </button>
        )}
        <span className="s qq hide" aria-live="polite">
          {changed.length > 0 && `有 ${changed.length} 处未保存`}
        </span>
      </div>
    </form>
  );
};

/** The member's own profile: what others see in public, and the account behind it. */
export const ProfilePage = ({ loaded }: { loaded: ProfileData }) => {
  const api = useApi();
  const { data, failure, reload } = useLiveData(loaded.info, () => api.call('getInfo', {}));
  const sessions = useSessions(loaded.sessions);
  return (
    <>
      <div className="ph">
        <div>
          <h1>个人资料</h1>
          <p>
            {data
              ? `用户名 ${data.username}，${formatDay(data.createdAt)}注册。`
              : '别人在问答里看到的你。'}
          </p>
        </div>
      </div>
      {data ? (
        <>
          <ProfileForm info={data} />
          <PasswordForm username={data.username} onChanged={() => void sessions.reload()} />
          <SessionSection sessions={sessions} />
        </>
      ) : (
        failure && (
          <Trouble
            what="没有读到资料"
            why={failure.msg}
            requestId={failure.data?.requestId}
            onRetry={() => void reload()}
          />
        )
      )}
    </>
  );
};

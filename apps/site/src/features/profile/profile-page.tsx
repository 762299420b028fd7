import { COMPANY_LENGTH, INTRO_LENGTH, NICKNAME_LENGTH } from '@yunbiao/contract/limits/account';
import { IMAGE_BYTES } from '@yunbiao/contract/limits/image';
import { Field, TextField } from '@yunbiao/ui/field.tsx';
import { useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatFullDay } from '@yunbiao/ui/rel-time.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useEffect } from 'react';
import { useApi, useSite } from '../../kit/site/site.tsx';
import { useLiveData } from '../../kit/live/live-data.ts';
import type { Form } from '../../kit/form/use-form.ts';
import { ContactSection } from './contact-section.tsx';
import { DataSection } from './data-section.tsx';
import type { Draft, UserInfo } from './draft.ts';
import { DeleteAccountSection } from './delete-account-section.tsx';
import type { ProfileData } from './load.ts';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { FirstPasswordForm } from './first-password-form.tsx';
import { PictureField } from './picture-field.tsx';
import css from './profile.module.css';
import { SessionSection, useSessionList } from './session-section.tsx';
import { ShareSection } from './share-section.tsx';
import { useProfileForm } from './use-profile.ts';
import { WechatSection } from './wechat-section.tsx';

type Fields = { form: Form<Draft> };

/** Accepted formats and the processing of the server. */
const FORMATS = `PNG、JPEG、WebP 或 GIF，最多 ${IMAGE_BYTES / 1_000_000} MB，动图只留第一帧`;

const ProfilePictures = ({
  form: { values, errors, set },
  letter,
  onSending,
}: Fields & { letter: string; onSending: ReturnType<typeof useProfileForm>['onSending'] }) => (
  <fieldset>
    <legend className="visually-hidden">图片</legend>
    <div className="group-title" aria-hidden="true">
      图片
    </div>
    <PictureField
      usage="cover"
      label="封面"
      hint={`个人资料上面的横图，只有你自己看得到。${FORMATS}；裁成宽是高的四倍，宽 1600 像素最合适。`}
      value={values.cover}
      letter="还没有封面"
      error={errors.cover}
      onChange={(cover) => set({ cover })}
      onSending={(sending) => onSending('cover', sending)}
    />
    <PictureField
      usage="avatar"
      label="头像"
      hint={`显示在每一页的右上角。${FORMATS}；裁成正方形，256 × 256 像素就够了。`}
      value={values.avatar}
      letter={letter}
      error={errors.avatar}
      onChange={(avatar) => set({ avatar })}
      onSending={(sending) => onSending('avatar', sending)}
    />
  </fieldset>
);

const ProfileTexts = ({ form: { values, errors, set } }: Fields) => (
  <fieldset>
    <legend className="visually-hidden">介绍</legend>
    <div className="group-title" aria-hidden="true">
      介绍
    </div>
    <TextField
      className="span-6"
      label="昵称"
      name="nickname"
      value={values.nickname}
      autoComplete="nickname"
      error={errors.nickname}
      hint={`提问和回答时显示，${NICKNAME_LENGTH.min}–${NICKNAME_LENGTH.max} 个字。和用户名一样时只显示第一个字。`}
      onChange={(nickname) => set({ nickname })}
    />
    <TextField
      className="span-6"
      label="公司或店名"
      name="company"
      value={values.company}
      autoComplete="organization"
      error={errors.company}
      hint={`选填，最多 ${COMPANY_LENGTH} 个字。只有你自己看得到。`}
      onChange={(company) => set({ company })}
    />
    <Field
      className="span-6"
      label="简介"
      error={errors.intro}
      hint={`选填，最多 ${INTRO_LENGTH} 个字。只有你自己看得到。`}
    >
      {({ id, described }) => (
        <div className={`field-box ${css.intro} ${errors.intro ? 'bad' : ''}`}>
          <textarea
            id={id}
            name="intro"
            rows={4}
            value={values.intro}
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
  const { form, ready, isSending, save, onSending, discard } = useProfileForm(info);
  const { values, changed, isBusy } = form;
  const letter = Array.from(values.nickname.trim() || info.username)[0] ?? '';
  const saveUnlessUploading = async () => (isSending ? {} : save());
  return (
    <form className={css.form} inert={!ready} {...form.getFormProps(saveUnlessUploading)}>
      <ProfilePictures form={form} letter={letter} onSending={onSending} />
      <ProfileTexts form={form} />
      <div className="savebar">
        <button type="submit" className="button primary" aria-disabled={isBusy || isSending}>
          保存资料
        </button>
        {changed.length > 0 && (
          <button type="button" className="button" onClick={discard}>
            放弃修改
          </button>
        )}
        <span className="small faint hide" aria-live="polite">
          {changed.length > 0 && `有 ${changed.length} 处未保存`}
        </span>
      </div>
    </form>
  );
};

/** Profile page of the member: public data and account. */
export const ProfilePage = ({ loaded }: { loaded: ProfileData }) => {
  const api = useApi();
  const { data, failure, reload } = useLiveData(loaded.info, () => api.call('getInfo', {}));
  const sessions = useSessionList(loaded.sessions);
  const zone = useTimeZone();
  const { session } = useSite().stores;
  // The page head shows the session's copy, which is older when another tab changed the profile.
  useEffect(() => {
    if (data) session.set((now) => (now.isLogin ? { ...now, userInfo: data } : now));
  }, [data, session]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>个人资料</h1>
          <p>
            {data
              ? `用户名 ${data.username}，${formatFullDay(data.createdAt, zone)}注册。`
              : '别人在问答里看到的你。'}
          </p>
        </div>
      </div>
      {data ? (
        <>
          <ProfileForm info={data} />
          {data.hasPassword ? (
            <PasswordForm username={data.username} onChanged={() => void sessions.reload()} />
          ) : (
            <FirstPasswordForm
              username={data.username}
              onSet={() => void Promise.all([reload(), sessions.reload()])}
            />
          )}
          <ContactSection info={data} onChanged={() => void reload()} />
          <ShareSection info={data} onChanged={() => void reload()} />
          <WechatSection info={data} onChanged={() => void reload()} />
          <PasskeySection info={data} loaded={loaded.passkeys} />
          <SessionSection sessions={sessions} />
          <DataSection />
          <DeleteAccountSection info={data} />
        </>
      ) : (
        failure && (
          <LoadError
            title="没有读到资料"
            reason={failure.msg}
            requestId={failure.data?.requestId}
            onRetry={() => void reload()}
          />
        )
      )}
    </>
  );
};

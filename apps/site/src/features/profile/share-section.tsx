import {
  SHARE_BIND_DAYS,
  SHARE_REWARD_LABELS,
  SHARE_VIP_DAYS,
  MAX_SHARE_REWARDS_PER_YEAR,
} from '@yunbiao/contract/limits/account';
import { getRouteApi } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { TextField } from '@yunbiao/ui/field.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useEffect, useId, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { getCanonicalUrl } from '../../kit/page/custom-domain.ts';
import { useSoftwareAlias, useApi, useSite } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';
import css from './profile.module.css';

const softRoute = getRouteApi('/$soft');

type Props = { info: UserInfo; onChanged: () => void };

/** Loads the inviter of the member. */
const useInviter = (code: string | null): CallOutput<'getUpUserInfo'> => {
  const api = useApi();
  const [inviter, setInviter] = useState<CallOutput<'getUpUserInfo'>>(null);
  useEffect(() => {
    let isWanted = true;
    if (code !== null)
      void api.call('getUpUserInfo', {}).then((reply) => {
        if (isWanted && reply.state === 'ok') setInviter(reply.data);
      });
    return () => void (isWanted = false);
  }, [api, code]);
  return inviter;
};

/** Statistics of the own share code; empty while unknown or zero. */
const ShareStatistics = () => {
  const api = useApi();
  const [stat, setStat] = useState<CallOutput<'shareStat'> | null>(null);
  useEffect(() => {
    let isWanted = true;
    void api.call('shareStat', {}).then((reply) => {
      if (isWanted && reply.state === 'ok') setStat(reply.data);
    });
    return () => void (isWanted = false);
  }, [api]);
  if (!stat || stat.invited === 0) return null;
  return (
    <p className={`medium ${css.say}`}>
      用你的分享码注册了 {stat.invited}&nbsp;人，你得了 {stat.rewarded}&nbsp;次 VIP
      {stat.rewardedThisYear > 0 &&
        `，其中近一年 ${stat.rewardedThisYear}\u00a0次（最多 ${MAX_SHARE_REWARDS_PER_YEAR}\u00a0次）`}
      。
    </p>
  );
};

const BindForm = ({ onChanged }: Pick<Props, 'onChanged'>) => {
  const api = useApi();
  const { session } = useSite().stores;
  const form = useForm({ shareCode: '' });
  useEffect(preloadValidationSchemas, []);
  const bindShareCode = async (): Promise<Errors | null> => {
    const { data, errors } = await sendForm(api, 'bindShareCode', form.getState().values, {
      onRefusal: ({ msg }) => ({ shareCode: msg }),
    });
    if (!data) return errors;
    session.set((now) => ({ ...now, userInfo: data }));
    toast.success('分享码已绑定');
    onChanged();
    return null;
  };
  return (
    <form
      className={css.inviter}
      aria-label="填邀请人的分享码"
      {...form.getFormProps(bindShareCode)}
    >
      <TextField
        label="邀请人的分享码"
        name="shareCode"
        value={form.values.shareCode}
        autoComplete="off"
        error={form.errors.shareCode}
        hint={`有人邀请你就填对方的分享码：注册 ${SHARE_BIND_DAYS}\u00a0天内可以填，只能填一次。`}
        onChange={(shareCode) => form.set({ shareCode })}
      />
      <button type="submit" className="button" aria-disabled={form.isBusy}>
        绑定分享码
      </button>
    </form>
  );
};

const DAY_MS = 86_400_000;

const canBind = ({ createdAt }: UserInfo): boolean =>
  Date.now() - Date.parse(createdAt) < SHARE_BIND_DAYS * DAY_MS;

/** 分享码: own code with its link, and the code the member signed up with. */
export const ShareSection = ({ info, onChanged }: Props) => {
  const titleId = useId();
  const alias = useSoftwareAlias();
  // Use the origin of the page data. In a demo, the page may be open under another host name.
  const { mainOrigin } = softRoute.useLoaderData().common;
  const site = useSite();
  const origin = mainOrigin || site.origin;
  const inviter = useInviter(info.boundShareCode);
  const link = `${getCanonicalUrl(origin, `/${alias}`)}?share=${info.shareCode}`;
  return (
    <section className={css.sessions} aria-labelledby={titleId}>
      <h2 id={titleId}>分享码</h2>
      <p className={`small quiet ${css.say}`}>
        朋友用你的链接注册，第一次付款或在自己的打印机上打印满 {SHARE_REWARD_LABELS}
        &nbsp;张后，你们各得 {SHARE_VIP_DAYS}&nbsp;天 VIP；你一年最多得 {MAX_SHARE_REWARDS_PER_YEAR}
        &nbsp;次。
      </p>
      <p className={css.share}>
        <b>{info.shareCode}</b>
        <span>{link}</span>
        <CopyButton text={link} targetName="分享链接">
          复制链接
        </CopyButton>
      </p>
      <ShareStatistics />
      {info.boundShareCode === null && canBind(info) && <BindForm onChanged={onChanged} />}
      {info.boundShareCode !== null && (
        <p className="medium">
          邀请你的人：{inviter ? inviter.nickname : '…'}（分享码 {info.boundShareCode}）
        </p>
      )}
    </section>
  );
};

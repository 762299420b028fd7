import type { Envelope } from '@yunbiao/contract/core/envelope';
import { IP_REMARK_LENGTH } from '@yunbiao/contract/limits/integration';
import { showConfirmDialog, toast } from '@yunbiao/ui';
import { TextField } from '@yunbiao/ui/field.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useLiveData } from '../../kit/live/live-data.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import css from './integration.module.css';
import { RefusedTable, RuleTable } from './ip-table.tsx';
import { type IpData, type IpRule, loadIpRules, type RefusedCall } from './load.ts';
import { isIpNetworkLike } from './network-text.ts';

const useIpRules = (initialReply: Envelope<IpData>) => {
  const api = useApi();
  const live = useLiveData(initialReply, () => loadIpRules(api));
  const { data, reload } = live;
  const removeIpRule = async ({ id, network }: IpRule): Promise<void> => {
    const isLast = data?.list.length === 1;
    const isConfirmed = await showConfirmDialog({
      message: `从白名单里删除 ${network}？`,
      detail: isLast
        ? '白名单空了，密钥和客户端从哪里来都可以。'
        : '从那里来的密钥和客户端马上就进不来了。',
      confirmText: '删除',
      danger: true,
    });
    if (!isConfirmed) return;
    const reply = await api.call('ipRuleDelete', { id });
    if (reply.state === 'fail') return showFailure(reply);
    await reload();
  };
  const allowNetwork = async ({ address, who }: RefusedCall): Promise<void> => {
    const remark = who.slice(0, IP_REMARK_LENGTH);
    const reply = await api.call('ipRuleAdd', { network: address, remark });
    if (reply.state === 'fail') return showFailure(reply);
    toast.success(`${reply.data.network} 已加入白名单`);
    await reload();
  };
  return { ...live, remove: removeIpRule, allow: allowNetwork };
};

/** Asks for confirmation, because the first entry blocks all other addresses. */
const confirmFirstRule = (network: string): Promise<boolean> =>
  showConfirmDialog({
    message: `只让 ${network} 来打印？`,
    detail: '白名单从这一条起生效：别处来的密钥和客户端马上就进不来了。网页登录不受影响。',
    confirmText: '加入白名单',
  });

const AddRule = ({ data, onAdded }: { data: IpData; onAdded: () => Promise<void> }) => {
  const api = useApi();
  const form = useForm({ network: '', remark: '' });
  const { values, errors, set } = form;
  const addIpRule = async (): Promise<Errors | null> => {
    const { remark, ...typed } = form.getState().values;
    const network = typed.network.trim();
    // Skip the question for input that the server will refuse.
    if (data.list.length === 0 && isIpNetworkLike(network) && !(await confirmFirstRule(network)))
      return {};
    const reply = await sendForm(api, 'ipRuleAdd', { network, remark });
    if (!reply.data) return reply.errors;
    form.replaceValues({ network: '', remark: '' });
    toast.success(`${reply.data.network} 已加入白名单`);
    await onAdded();
    return null;
  };
  return (
    <form className={css.add} aria-label="添加一条" {...form.getFormProps(addIpRule)}>
      <TextField
        label="地址或网段"
        name="network"
        value={values.network}
        error={errors.network}
        placeholder="203.0.113.40 或 10.20.0.0/16"
        onChange={(network) => set({ network })}
      />
      <TextField
        label="备注"
        name="remark"
        value={values.remark}
        error={errors.remark}
        placeholder="例如：总仓出口"
        onChange={(remark) => set({ remark })}
      />
      <button type="submit" className="button primary" aria-disabled={form.isBusy}>
        加入白名单
      </button>
      {data.own && (
        <p className="small quiet">
          你现在的地址是 <code>{data.own}</code>
          <button
            type="button"
            className="bare link small"
            onClick={() => set({ network: data.own })}
          >
            填上
          </button>
        </p>
      )}
    </form>
  );
};

/** IP 白名单: addresses from which keys and print clients are accepted. */
export const IpPage = ({ loaded }: { loaded: Envelope<IpData> }) => {
  const { data, failure, reload, remove, allow } = useIpRules(loaded);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>IP 白名单</h1>
          <p>只管密钥和客户端，不会把你自己关在网页外。空着就是从哪里来都可以。</p>
        </div>
      </div>
      {!data && failure && (
        <LoadError
          title="没有取到白名单"
          reason={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )}
      {data && (
        <>
          <AddRule data={data} onAdded={reload} />
          {data.list.length > 0 ? (
            <RuleTable list={data.list} onRemove={(rule) => void remove(rule)} />
          ) : (
            <p className={`medium quiet ${css.none}`}>白名单还空着：密钥和客户端从哪里来都可以。</p>
          )}
          {data.refused.length > 0 && (
            <section className={css.refused} aria-labelledby="refused">
              <h2 id="refused" className="section-title">
                被拒绝的来访<small>近 30 天</small>
              </h2>
              <RefusedTable
                list={data.refused}
                onAllow={(refusedCall) => void allow(refusedCall)}
              />
            </section>
          )}
        </>
      )}
    </>
  );
};

import type { CallOutput } from '@yunbiao/contract';
import { TextField } from '@yunbiao/ui/field.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { formatMinutesAndSeconds, useSecondsLeft } from '../../kit/site/use-seconds-left.ts';
import s from './client.module.css';

type MachineFactsProps = {
  machine: CallOutput<'pairInfo'>;
  stat: CallOutput<'authStat'> | null;
  remark: string;
  onRemark: (remark: string) => void;
};

/** Facts about the machine of a pairing code, which the member verifies before authorizing it. */
export const MachineFacts = ({ machine, stat, remark, onRemark }: MachineFactsProps) => {
  const secondsLeft = useSecondsLeft(machine);
  return (
    <>
      <div className="row small quiet">
        {secondsLeft === 0 ? (
          <Status kind="failed">配对码过期了，在那台电脑上重新运行配对命令</Status>
        ) : (
          <>
            <Status kind="ok">找到一个打印客户端</Status>
            <span className="push-end">
              还剩 <b className="strong">{formatMinutesAndSeconds(secondsLeft)}</b>
            </span>
          </>
        )}
      </div>
      <dl className={s.facts}>
        <div>
          <dt>电脑名</dt>
          <dd>{machine.machineName}</dd>
        </div>
        <div>
          <dt>系统</dt>
          <dd>{machine.system}</dd>
        </div>
        <div>
          <dt>地址</dt>
          <dd>{machine.address}</dd>
        </div>
      </dl>
      <TextField
        label="给它起个名字（可不填）"
        name="remark"
        value={remark}
        placeholder={machine.machineName}
        onChange={onRemark}
      />
      <p className="small quiet">
        请核对电脑名。确认以后，它就能领走并打印你账号里的标签。
        {stat &&
          (stat.clientsUsed < stat.clientsAllowed
            ? `配好后占用第 ${stat.clientsUsed + 1} 台，共 ${stat.clientsAllowed} 台。`
            : `${stat.clientsAllowed} 台已经用满，先撤销一台不用的，再来配对。`)}
      </p>
    </>
  );
};

import type { CallOutput } from '@yunbiao/contract';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { useState } from 'react';
import { sayFailure } from '../page/say-failure.ts';
import { useApi } from '../site/site.tsx';
import css from './roll.module.css';

export type OpenedVirtual = CallOutput<'virtualOpen'>;

type TryVirtualProps = {
  /** It stands, and prints from now on. */
  onOpened: (opened: OpenedVirtual) => void;
  /** In a head, beside another button: without the question before it. */
  isBrief?: boolean;
  isPrimary?: boolean;
};

/** The way to a first label for whoever has no printer at hand: one click. */
export const TryVirtual = ({ onOpened, isBrief = false, isPrimary = false }: TryVirtualProps) => {
  const api = useApi();
  const [isOpening, setIsOpening] = useState(false);
  const open = async (): Promise<void> => {
    if (isOpening) return;
    setIsOpening(true);
    const reply = await api.call('virtualOpen', {});
    setIsOpening(false);
    if (reply.state === 'fail') return sayFailure(reply);
    if (reply.data.printConfigId === null) toast.error('打印机配置满了，先给它让出一个');
    onOpened(reply.data);
  };
  const name = isPrimary ? 'button primary' : 'button';
  return (
    <div className={css.offer}>
      {!isBrief && <span className="medium quiet">没有打印机？</span>}
      <button
        type="button"
        className={isBrief ? `${name} compact` : name}
        aria-disabled={isOpening}
        onClick={() => void open()}
      >
        <Icon name="print" />
        {isOpening ? '正在准备…' : isBrief ? '虚拟打印机' : '用虚拟打印机试印'}
      </button>
    </div>
  );
};

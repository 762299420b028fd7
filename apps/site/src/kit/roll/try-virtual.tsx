import type { CallOutput } from '@yunbiao/contract';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import { showFailure } from '../page/show-failure.ts';
import { useApi } from '../site/site.tsx';
import css from './roll.module.css';

export type OpenedVirtual = CallOutput<'virtualOpen'>;

type TryVirtualProps = {
  /** Called when the virtual printer is ready. */
  onOpened: (virtualPrinter: OpenedVirtual) => void;
  /** Compact form without the question, for a header with other buttons. */
  isBrief?: boolean;
  isPrimary?: boolean;
  /** Text of the compact button. */
  label?: string;
  /** Template to print first; the paper of a new virtual printer fits it. */
  templateId?: string | undefined;
};

/** Creates a virtual printer with one click, for members without a printer. */
export const CreateVirtualPrinter = ({
  onOpened,
  isBrief = false,
  isPrimary = false,
  label = '虚拟打印机',
  templateId,
}: TryVirtualProps) => {
  const api = useApi();
  const [isOpening, setIsOpening] = useState(false);
  const openVirtualPrinter = async (): Promise<void> => {
    if (isOpening) return;
    setIsOpening(true);
    const reply = await api.call('virtualOpen', { templateId });
    setIsOpening(false);
    if (reply.state === 'fail') return showFailure(reply);
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
        onClick={() => void openVirtualPrinter()}
      >
        <Icon name="print" />
        {isOpening ? '正在准备…' : isBrief ? label : '用虚拟打印机试打印'}
      </button>
    </div>
  );
};

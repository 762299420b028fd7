import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { useDesigner } from '../designer.ts';
import type { KitDialog } from './kit-dialogs.ts';
import css from './kits.module.css';

const KITS: readonly {
  kind: Exclude<KitDialog['kind'], 'list'>;
  name: string;
  description: string;
}[] = [
  {
    kind: 'gs1',
    name: 'GS1 条码',
    description:
      '选应用标识符，拼出 GS1-128、GS1 DataMatrix、DataBar 或 GS1 数字链接，医疗器械 UDI 也在这里',
  },
  {
    kind: 'ghs',
    name: '化学品标签',
    description: 'GHS 的九个象形图、信号词、危险说明和防范说明，代码可以一行一样',
  },
  {
    kind: 'nutrition',
    name: '营养成分表',
    description: '照 GB 28050 的格式，NRV% 由公式算，还有致敏物质提示',
  },
  {
    kind: 'own',
    name: '我的套件和常用语',
    description: '把选中的元素保存起来，别的模板里直接添加；常说的一句话也能保存',
  },
];

/** Choice of a kit. */
export const KitList = ({ onClose }: { onClose: () => void }) => {
  const designer = useDesigner();
  return (
    <Dialog title="套件" shape="wide" maxWidth={560} onClose={onClose}>
      <p className="small quiet">放进标签以后就是普通的元素，可以拆开、修改、删除。</p>
      <ul className={css.kits}>
        {KITS.map(({ kind, name, description }) => (
          <li key={kind}>
            <button type="button" onClick={() => designer.kit.set({ kind })}>
              <b>{name}</b>
              <span>{description}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

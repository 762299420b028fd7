import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import css from '../designer.module.css';
import { formatKeys } from '../shortcut-names.ts';
import { type Shortcut, SHORTCUTS } from '../shortcuts.ts';

const GROUPS: readonly Shortcut['group'][] = ['选择', '排列', '编辑', '视图', '工具', '文件'];

const POINTER = [
  ['拖动', '移动'],
  ['Alt + 拖动', '复制一份'],
  ['Shift + 拖动', '只沿水平或垂直方向'],
  ['Ctrl + 拖动', '不吸附'],
  ['Shift + 拖角', '保持长宽比例'],
  ['Alt + 拖角', '从中心改大小'],
  ['Ctrl + 点', '选下面一个'],
  ['空格 + 拖动', '移动画布'],
  ['Ctrl + 滚轮', '放大、缩小'],
] as const;

/** Dialog with all keyboard and pointer shortcuts. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="快捷键" shape="wide" maxWidth={860} onClose={onClose}>
    <p className="small quiet">在画布上按；先点一下画布，或者用 Tab 走到画布。</p>
    <div className={css.keys}>
      {GROUPS.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl>
            {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ keys, what }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{keys.map(formatKeys).join('　')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>鼠标</h3>
        <dl>
          {POINTER.map(([key, action]) => (
            <div key={key}>
              <dt>{action}</dt>
              <dd>{key}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  </Dialog>
);

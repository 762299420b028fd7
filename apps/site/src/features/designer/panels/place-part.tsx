import { ELEMENT_PLACE_MM, ELEMENT_SIDE_MM } from '@yunbiao/contract/limits/template';
import { useStore } from '@yunbiao/ui/store.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { align, type AlignTo, distribute, order, place, turn } from '../model/arrange.ts';
import { aroundAll, type Box, getBox, stretched } from '../model/box.ts';
import { findChosen, type Command } from '../model/doc.ts';
import { KindIcon, type KindIconName } from './kind-icon.tsx';
import { NumberPart } from './number-part.tsx';

const ALIGN: readonly { to: AlignTo; name: string }[] = [
  { to: 'left', name: '左对齐' },
  { to: 'center', name: '水平居中' },
  { to: 'right', name: '右对齐' },
  { to: 'top', name: '上对齐' },
  { to: 'middle', name: '垂直居中' },
  { to: 'bottom', name: '下对齐' },
];

const ARRANGE: readonly { icon: KindIconName; name: string; command: Command; least: number }[] = [
  { icon: 'spreadX', name: '水平等距', command: distribute('x'), least: 3 },
  { icon: 'spreadY', name: '垂直等距', command: distribute('y'), least: 3 },
  { icon: 'turn', name: '转 90°', command: turn, least: 1 },
  { icon: 'front', name: '放到最前', command: order('front'), least: 1 },
  { icon: 'back', name: '放到最后', command: order('back'), least: 1 },
];

/** Where the chosen stand, and how they stand to each other. */
export const PlacePart = () => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const chosen = findChosen(doc);
  const around = aroundAll(chosen);
  if (!around) return null;
  const isLocked = chosen.every(({ locked }) => locked);
  const set = (part: keyof Box, value: number): void => {
    const to = { ...around, [part]: value };
    const boxes = new Map(
      chosen.map((element) => [element.id, stretched(getBox(element), around, to)]),
    );
    designer.act(
      part === 'xMm' || part === 'yMm' ? '移动' : '改大小',
      place(boxes),
      `place:${part}`,
    );
  };
  const part = (name: keyof Box, label: string, range: { min: number; max: number }) => (
    <NumberPart
      label={label}
      name={name}
      unit="mm"
      step={0.125}
      {...range}
      value={around[name]}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <fieldset className={css.part} disabled={isLocked}>
      <legend className="visually-hidden">位置和大小</legend>
      <div className={css.pairs}>
        {part('xMm', 'X', ELEMENT_PLACE_MM)}
        {part('yMm', 'Y', ELEMENT_PLACE_MM)}
        {part('widthMm', '宽', ELEMENT_SIDE_MM)}
        {part('heightMm', '高', ELEMENT_SIDE_MM)}
      </div>
      <div className={css.strip}>
        {ALIGN.map(({ to, name }) => (
          <button
            key={to}
            type="button"
            aria-label={name}
            title={chosen.length > 1 ? name : `${name}到标签`}
            onClick={() => designer.act('对齐', align(to))}
          >
            <KindIcon name={to} />
          </button>
        ))}
      </div>
      <div className={css.strip}>
        {ARRANGE.map(({ icon, name, command, least }) => (
          <button
            key={icon}
            type="button"
            aria-label={name}
            title={name}
            disabled={chosen.length < least}
            onClick={() => designer.act(name, command)}
          >
            <KindIcon name={icon} />
          </button>
        ))}
      </div>
      {isLocked && <p className="small faint">锁定了：先解锁，再移动或改大小。</p>}
    </fieldset>
  );
};
